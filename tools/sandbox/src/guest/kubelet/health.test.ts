// SPDX-License-Identifier: Apache-2.0
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { closeServer, serveHealth, serveKubelet } from './health.ts';

const servers: Server[] = [];
let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'health-'));
});
afterEach(async () => {
  for (const server of servers.splice(0)) await closeServer(server);
  rmSync(root, { recursive: true });
});

function portOf(server: Server): number {
  servers.push(server);
  return (server.address() as AddressInfo).port;
}

test('the port for health has its page, and no other', async () => {
  const port = portOf(await serveHealth(0));
  const ask = async (path: string) => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`);
    return [response.status, await response.text()];
  };
  expect(await ask('/healthz')).toEqual([200, 'ok']);
  expect(await ask('/healthz/ping')).toEqual([200, 'ok']);
  expect(await ask('/metrics')).toEqual([404, '404 page not found\n']);
});

test('a kubelet keeps its certificate, whose key only root may read', async () => {
  const settings = { port: 0, nodeName: 'w-0' };
  portOf(await serveKubelet(root, settings));
  const file = (name: string) => join(root, 'var/lib/kubelet/pki', name);
  const first = readFileSync(file('kubelet.crt'), 'utf8');
  expect(statSync(file('kubelet.key')).mode & 0o777).toBe(0o600);
  portOf(await serveKubelet(root, settings));
  expect(readFileSync(file('kubelet.crt'), 'utf8')).toBe(first);
});
