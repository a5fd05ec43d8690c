// SPDX-License-Identifier: Apache-2.0
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Answer of a fake API server: an object, a status, or none at all. */
export type FakeAnswer = object | number | 'silence';

/** API server on loopback that answers by path, and has no other kinds. */
export class FakeCluster implements Disposable {
  /** Method, URL and token of each request. */
  readonly requests: string[] = [];
  readonly #server: Server;

  private constructor(answers: Readonly<Record<string, FakeAnswer>>) {
    this.#server = createServer(({ headers, method = '', url = '' }, response) => {
      this.requests.push(`${method} ${url} ${headers.authorization ?? ''}`);
      const answer = answers[url.replace(/\?.*/, '')] ?? 404;
      if (answer === 'silence') return;
      if (typeof answer === 'number') response.writeHead(answer).end('{}');
      else response.end(JSON.stringify(answer));
    });
  }

  static async start(answers: Readonly<Record<string, FakeAnswer>>): Promise<FakeCluster> {
    const cluster = new FakeCluster(answers);
    await once(cluster.#server.listen(0, '127.0.0.1'), 'listening');
    return cluster;
  }

  /** Returns a kubeconfig with a token. */
  kubeconfig(token: string): string {
    const { port } = this.#server.address() as AddressInfo;
    return JSON.stringify({
      clusters: [{ name: 'c', cluster: { server: `http://127.0.0.1:${port}` } }],
      users: [{ name: 'u', user: { token } }],
      contexts: [{ name: 'x', context: { cluster: 'c', user: 'u' } }],
      'current-context': 'x',
    });
  }

  [Symbol.dispose](): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }
}
