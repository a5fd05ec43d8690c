// SPDX-License-Identifier: Apache-2.0
import { rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { connect, type Socket } from 'node:net';
import type { RackStatus } from './status.ts';

/**
 * Serves the rack's status, and tunnels to any address inside it (HTTP CONNECT), to the machine. A
 * Unix socket carries both, because it works across network namespaces. Only the sandbox's owner
 * can open it.
 */
export async function serveControl(
  socketPath: string,
  status: () => Promise<RackStatus>,
): Promise<Server> {
  const server = createServer((request, response) => {
    if (request.method !== 'GET' || request.url !== '/status') {
      response.writeHead(404).end();
      return;
    }
    status().then(
      (answer) => {
        response.writeHead(200, { 'content-type': 'application/json' });
        response.end(JSON.stringify(answer));
      },
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
  });
  server.on('connect', (request, client: Socket) => tunnel(request.url ?? '', client));
  rmSync(socketPath, { force: true });
  const umask = process.umask(0o077);
  try {
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(socketPath, resolve);
    });
  } finally {
    process.umask(umask);
  }
  return server;
}

function tunnel(authority: string, client: Socket): void {
  const [host, port] = authority.split(':');
  const upstream = connect({ host: host ?? '', port: Number(port), timeout: 10_000 });
  let isOpen = false;
  upstream.once('connect', () => {
    isOpen = true;
    upstream.setTimeout(0);
    client.write('HTTP/1.1 200 Connection established\r\n\r\n');
    client.pipe(upstream).pipe(client);
  });
  upstream.on('timeout', () => upstream.destroy(new Error('no answer')));
  upstream.on('error', () => {
    // Once the tunnel is open, its bytes are those of the two ends.
    if (isOpen) client.destroy();
    else client.end('HTTP/1.1 502 Bad Gateway\r\n\r\n');
  });
  client.on('error', () => upstream.destroy());
  client.on('close', () => upstream.destroy());
}
