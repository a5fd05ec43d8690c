// SPDX-License-Identifier: Apache-2.0
import { createConnection, createServer, type Server } from 'node:net';

/** Address and port that accept connections, or to which they go. */
export interface Endpoint {
  readonly host: string;
  readonly port: number;
}

/**
 * Forwards connections from one endpoint to another, as a load balancer does. A client is refused
 * when nothing listens at the other.
 *
 * @param to - target; `localAddress` is the source address that it sees.
 * @returns the server, once it listens.
 */
export async function forwardConnections(
  from: Endpoint,
  to: Endpoint & { readonly localAddress?: string },
): Promise<Server> {
  const server = createServer({ allowHalfOpen: true }, (client) => {
    const target = createConnection({ ...to, allowHalfOpen: true });
    // An error on one side closes the other.
    client.on('error', () => target.destroy());
    target.on('error', () => client.resetAndDestroy());
    client.pipe(target).pipe(client);
  });
  await new Promise<void>((listening, reject) => {
    server.once('error', reject);
    server.listen(from.port, from.host, listening);
  });
  return server;
}
