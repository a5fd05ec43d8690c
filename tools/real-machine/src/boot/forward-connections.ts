// SPDX-License-Identifier: Apache-2.0
import { createConnection, createServer, type Server } from 'node:net';

/** Where connections are taken, or go to. */
export interface Endpoint {
  readonly host: string;
  readonly port: number;
}

/**
 * Passes on what comes to one endpoint to another, connection by connection, as a load balancer
 * does. A client is refused when nobody listens at the other.
 *
 * @param to - `localAddress` is the address that the other one sees.
 * @returns what listens, once it does.
 */
export async function forwardConnections(
  from: Endpoint,
  to: Endpoint & { readonly localAddress?: string },
): Promise<Server> {
  const server = createServer({ allowHalfOpen: true }, (client) => {
    const target = createConnection({ ...to, allowHalfOpen: true });
    // Whatever ends one side ends the other.
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
