// SPDX-License-Identifier: Apache-2.0
import { createServer, type Server } from 'node:https';
import { hostname } from 'node:os';
import { keyPem, newKey, selfSigned } from '../../guest/kubelet/der.ts';
import type { Log } from '../log.ts';

/** `--secure-port` of cloud controller managers. */
export const securePort = 10_258;

/** Answers `/healthz` over HTTPS, with a certificate of its own: the process is there, no more. */
export function serveHealth(port: number, log: Log): Server {
  const key = newKey();
  const pair = { key: keyPem(key), cert: selfSigned(key, hostname(), '127.0.0.1') };
  const server = createServer(pair, ({ url }, response) => {
    if (url === '/healthz') response.writeHead(200).end('ok');
    else response.writeHead(401).end('Unauthorized');
  });
  server.on('error', (error) => log.warning(`no /healthz: ${error.message}`));
  return server.listen(port);
}
