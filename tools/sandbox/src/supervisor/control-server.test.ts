// SPDX-License-Identifier: Apache-2.0
import { once } from 'node:events';
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import type { Server as HttpServer } from 'node:http';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fetchStatus, findSupervisor, openTunnel, requireReady } from '../control-client.ts';
import { instanceAt } from '../instance.ts';
import { serveControl } from './control-server.ts';
import type { RackStatus } from './status.ts';

const dir = mkdtempSync(join(tmpdir(), 'control-'));
const instance = instanceAt('test', dir);
let phase: RackStatus['phase'] = 'ready';
let control: HttpServer;
let echo: Server;

beforeAll(async () => {
  control = await serveControl(instance.controlSocket, () =>
    Promise.resolve({
      phase,
      step: 'waiting for etcd',
      supervisorPid: 7,
      startedAt: '2026-01-01',
      processes: [],
      unready: [],
      unreadyPods: [],
    }),
  );
  echo = createServer((socket) => socket.pipe(socket));
  await new Promise<void>((resolve) => echo.listen(0, '127.0.0.1', resolve));
});
afterAll(() => {
  control.close();
  echo.close();
  rmSync(dir, { recursive: true });
});

test('lets only the owner open the socket', () => {
  expect(statSync(instance.controlSocket).mode & 0o077).toBe(0);
});

test('serves the status; rejects a rack that is not ready, with the way to mend it', async () => {
  phase = 'ready';
  expect((await requireReady(instance)).supervisorPid).toBe(7);
  phase = 'starting';
  await expect(requireReady(instance)).rejects.toThrow(
    'Sandbox test is starting (waiting for etcd): bring it up with "npm run sandbox -- up --name test".',
  );
});

test('carries bytes both ways through a tunnel', async () => {
  const socket = await openTunnel(instance, '127.0.0.1', (echo.address() as AddressInfo).port);
  const answer = new Promise<string>((resolve) =>
    socket.once('data', (data) => resolve(String(data))),
  );
  socket.write('hello');
  expect(await answer).toBe('hello');
  socket.destroy();
});

test('a tunnel that breaks ends without a byte of its own', async () => {
  const breaking = createServer((socket) => {
    socket.on('data', () => socket.resetAndDestroy());
    socket.write('first words');
  });
  await new Promise<void>((resolve) => breaking.listen(0, '127.0.0.1', resolve));
  const socket = await openTunnel(instance, '127.0.0.1', (breaking.address() as AddressInfo).port);
  let said = '';
  socket.on('error', () => undefined);
  const closed = once(socket, 'close');
  socket.on('data', (data: Buffer) => {
    said += data.toString();
    socket.write('break');
  });
  await closed;
  expect(said).toBe('first words');
  breaking.close();
});

test('rejects a tunnel to an address where nothing listens', async () => {
  await expect(openTunnel(instance, '127.0.0.1', 1)).rejects.toThrow(
    'nothing answers at 127.0.0.1:1 in the rack',
  );
});

test('returns no status for a sandbox that was never started', async () => {
  expect(await fetchStatus(instanceAt('none', join(dir, 'none')))).toBeUndefined();
});

test('ignores a recorded process id that now belongs to another program', () => {
  writeFileSync(instance.pidsFile, JSON.stringify({ supervisor: process.pid }));
  expect(findSupervisor(instance)).toBeUndefined();
});
