// SPDX-License-Identifier: Apache-2.0
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A cluster that answers questions until it is disposed of. */
export interface TestCluster extends AsyncDisposable {
  readonly endpoint: string;
  /** Its text. */
  readonly kubeconfig: string;
}

/**
 * An API on loopback that has these objects and lists, by their paths, and no others.
 *
 * @param objects - each path with its query, as it is asked for.
 * @param silent - paths that get no answer at all.
 */
export async function testCluster(
  objects: Readonly<Record<string, object>> = {},
  silent: readonly string[] = [],
): Promise<TestCluster> {
  const server = createServer(({ url = '' }, response) => {
    if (silent.includes(url)) return;
    const found = objects[url];
    if (found === undefined) response.writeHead(404).end('{}');
    else response.end(JSON.stringify(found));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    endpoint,
    kubeconfig: JSON.stringify({
      clusters: [{ name: 'c', cluster: { server: endpoint, 'insecure-skip-tls-verify': true } }],
      users: [{ name: 'u', user: { token: 'hush' } }],
      contexts: [{ name: 'x', context: { cluster: 'c', user: 'u' } }],
      'current-context': 'x',
    }),
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      if (server.listening) await new Promise((closed) => server.close(closed));
    },
  };
}
