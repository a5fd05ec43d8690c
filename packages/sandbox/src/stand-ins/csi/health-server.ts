// SPDX-License-Identifier: Apache-2.0
import { createServer, type Server } from 'node:http';
import type { ApiClient } from '../api-client.ts';
import { messageOf, type Log } from '../log.ts';

/** `--health-port` of KubeOne's livenessprobe sidecar. */
export const healthPort = 10_301;

/**
 * Plays the livenessprobe sidecar: `/healthz` answers whether the driver does, that is whether it
 * reaches the infra cluster.
 */
export function serveHealth(infra: ApiClient, port: number, log: Log): Server {
  const server = createServer((request, response) => {
    if (request.url !== '/healthz') {
      response.writeHead(404).end();
      return;
    }
    infra.get('/version').then(
      () => response.writeHead(200).end('ok'),
      (error: unknown) => response.writeHead(500).end(messageOf(error)),
    );
  });
  server.on('error', (error) => log.warning(`no /healthz: ${error.message}`));
  return server.listen(port);
}
