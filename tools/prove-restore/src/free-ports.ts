// SPDX-License-Identifier: Apache-2.0
import { once } from 'node:events';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';

/** Returns ports of loopback at which nobody listens, each only once. */
export async function freePorts(): Promise<{
  readonly client: number;
  readonly peer: number;
  readonly api: number;
}> {
  const servers = [createServer(), createServer(), createServer()] as const;
  const ports = await Promise.all(
    servers.map(async (server) => {
      await once(server.listen(0, '127.0.0.1'), 'listening');
      return (server.address() as AddressInfo).port;
    }),
  );
  await Promise.all(servers.map((server) => once(server.close(), 'close')));
  const [client = 0, peer = 0, api = 0] = ports;
  return { client, peer, api };
}
