// SPDX-License-Identifier: Apache-2.0
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:https';
import type { Server } from 'node:https';
import type { RequestListener } from 'node:http';
import { join } from 'node:path';
import { freePort } from './free-port.ts';

/** An HTTPS server on loopback that can go away and come back at the same port. */
export class LoopbackHttps {
  readonly url: string;
  readonly #pki: string;
  readonly #answer: RequestListener;
  #server: Server | undefined;

  private constructor(url: string, pki: string, answer: RequestListener) {
    this.url = url;
    this.#pki = pki;
    this.#answer = answer;
  }

  /**
   * Starts a server.
   *
   * @param pki - folder with `server.crt` and `server.key`, which are for 127.0.0.1.
   */
  static async start(pki: string, answer: RequestListener): Promise<LoopbackHttps> {
    const server = new LoopbackHttps(`https://127.0.0.1:${await freePort()}`, pki, answer);
    await server.listen();
    return server;
  }

  /** Listens again after {@link away}. */
  async listen(): Promise<void> {
    const [cert, key] = ['server.crt', 'server.key'].map((name) =>
      readFileSync(join(this.#pki, name)),
    );
    this.#server = createServer({ cert, key }, this.#answer);
    this.#server.listen(Number(new URL(this.url).port), '127.0.0.1');
    await once(this.#server, 'listening');
  }

  /** Closes the port and cuts all connections, like a server that goes away. */
  async away(): Promise<void> {
    const server = this.#server;
    this.#server = undefined;
    if (server === undefined) return;
    const closed = once(server, 'close');
    server.close();
    server.closeAllConnections();
    await closed;
  }
}
