// SPDX-License-Identifier: Apache-2.0
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import type { Server as HttpServer } from 'node:http';
import { connect, createServer, type AddressInfo, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { instanceAt } from '../instance.ts';
import { serveControl } from '../supervisor/control-server.ts';
import { forward } from './forward.ts';

const dir = mkdtempSync(join(tmpdir(), 'forward-'));
const instance = instanceAt('test', dir);
let control: HttpServer;
let echo: Server;
let forwarded: Server;
let port: number;

beforeAll(async () => {
  control = await serveControl(instance.controlSocket, () =>
    Promise.resolve({
      phase: 'ready',
      step: 'ready',
      supervisorPid: 7,
      startedAt: '2026-01-01',
      processes: [],
      unready: [],
      unreadyPods: [],
    }),
  );
  echo = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.pipe(socket);
  });
  await new Promise<void>((resolve) => echo.listen(0, '127.0.0.1', resolve));
  const target = `127.0.0.1:${(echo.address() as AddressInfo).port}`;
  ({ server: forwarded, port } = await forward(instance, target));
});
afterAll(() => {
  for (const server of [forwarded, echo, control]) server.close();
  rmSync(dir, { recursive: true });
});

async function answerTo(words: string): Promise<string> {
  const client = connect(port, '127.0.0.1');
  client.write(words);
  const [data] = (await once(client, 'data')) as [Buffer];
  client.destroy();
  return data.toString();
}

test('goes on after clients that break off, before and after the tunnel is open', async () => {
  for (const isEarly of [true, false]) {
    const client = connect(port, '127.0.0.1');
    await once(client, 'connect');
    client.write('hello');
    if (!isEarly) await once(client, 'data');
    client.resetAndDestroy();
  }
  expect(await answerTo('words')).toBe('words');
});
