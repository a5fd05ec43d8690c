// SPDX-License-Identifier: Apache-2.0
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A cluster that answers questions until it is disposed of. */
export interface TestCluster extends AsyncDisposable {
  readonly endpoint: string;
  /** Its text. */
  readonly kubeconfig: string;
}

/** Returns the text of a kubeconfig for an API, with the token `hush`. */
export function testKubeconfig(endpoint: string): string {
  return JSON.stringify({
    apiVersion: 'v1',
    kind: 'Config',
    clusters: [{ name: 'c', cluster: { server: endpoint, 'insecure-skip-tls-verify': true } }],
    users: [{ name: 'u', user: { token: 'hush' } }],
    contexts: [{ name: 'x', context: { cluster: 'c', user: 'u' } }],
    'current-context': 'x',
  });
}

/** An API on loopback that answers as a listener does. */
export async function answeringCluster(listener: RequestListener): Promise<TestCluster> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  // As kube-apiserver: a client that has been busy for a while still has its connection.
  server.keepAliveTimeout = 90_000;
  await once(server, 'listening');
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    endpoint,
    kubeconfig: testKubeconfig(endpoint),
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      if (server.listening) await new Promise((closed) => server.close(closed));
    },
  };
}

/**
 * An API on loopback that has these objects and lists, by their paths, and no others.
 *
 * @param objects - each path with its query, as it is asked for.
 * @param silent - paths that get no answer at all.
 */
export function testCluster(
  objects: Readonly<Record<string, object>> = {},
  silent: readonly string[] = [],
): Promise<TestCluster> {
  return answeringCluster(({ url = '' }, response) => {
    if (silent.includes(url)) return;
    const found = objects[url];
    if (found === undefined) response.writeHead(404).end('{}');
    else response.end(JSON.stringify(found));
  });
}

/**
 * Returns the same function for a test file: what it starts is gone after the test that has started it.
 *
 * @param start - {@link testCluster} or {@link answeringCluster}.
 */
export function endedAfterEach<A extends readonly unknown[]>(
  start: (...args: A) => Promise<TestCluster>,
): (...args: A) => Promise<TestCluster> {
  const running: TestCluster[] = [];
  afterEach(async () => {
    await Promise.all(running.splice(0).map((cluster) => cluster[Symbol.asyncDispose]()));
  });
  return async (...args) => {
    const cluster = await start(...args);
    running.push(cluster);
    return cluster;
  };
}
