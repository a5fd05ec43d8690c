// SPDX-License-Identifier: Apache-2.0
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sendToMonitor } from './qmp.ts';

let folder: string;
let server: Server;
let taken: string[];
let answers: object[];

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'strata-qmp-'));
  taken = [];
  answers = [{ return: {} }, { return: {} }];
  // Behaves like QEMU: sends a greeting, and an unrequested event.
  server = createServer((connection) => {
    connection.write('{"QMP": {"version": {}}}\r\n{"event": "RESUME"}\r\n');
    connection.on('data', (line) => {
      taken.push((JSON.parse(line.toString()) as { execute: string }).execute);
      connection.write(`${JSON.stringify(answers.shift())}\r\n`);
    });
  });
  await new Promise<void>((done) => server.listen(join(folder, 'monitor'), done));
});
afterEach(() => {
  server.close();
  rmSync(folder, { recursive: true });
});

test('sends a command after the negotiation', async () => {
  await sendToMonitor(join(folder, 'monitor'), 'system_powerdown');
  expect(taken).toEqual(['qmp_capabilities', 'system_powerdown']);
});

test('reports the reason of a refusal', async () => {
  answers = [{ return: {} }, { error: { class: 'CommandNotFound' } }];
  await expect(sendToMonitor(join(folder, 'monitor'), 'dance')).rejects.toThrow(
    'QEMU refused dance: {"class":"CommandNotFound"}',
  );
});

test('fails when the machine is off', async () => {
  await expect(sendToMonitor(join(folder, 'none'), 'system_powerdown')).rejects.toThrow('ENOENT');
});
