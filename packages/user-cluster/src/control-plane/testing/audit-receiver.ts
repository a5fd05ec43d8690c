// SPDX-License-Identifier: Apache-2.0
import { freePort } from '@strata/testing';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:https';
import type { Server } from 'node:https';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

/** What a test reads of a record of the audit log. @see https://kubernetes.io/docs/reference/config-api/apiserver-audit.v1/ */
export interface AuditRecord {
  readonly objectRef?: { readonly name?: string };
}

/** A server on loopback that takes the audit logs of API servers, by HTTPS. */
export class AuditReceiver {
  readonly url: string;
  readonly records: AuditRecord[] = [];
  /** Method, path and credentials of all requests. */
  readonly seen = new Set<string>();
  readonly #pki: string;
  #server: Server | undefined;

  private constructor(url: string, pki: string) {
    this.url = url;
    this.#pki = pki;
  }

  /** @param pki - folder with `server.crt` and `server.key`, which are for 127.0.0.1. */
  static async start(pki: string): Promise<AuditReceiver> {
    const receiver = new AuditReceiver(`https://127.0.0.1:${await freePort()}`, pki);
    await receiver.listen();
    return receiver;
  }

  async listen(): Promise<void> {
    const [cert, key] = ['server.crt', 'server.key'].map((name) =>
      readFileSync(join(this.#pki, name)),
    );
    this.#server = createServer({ cert, key }, (request, response) => {
      const { headers, method = '', url = '' } = request;
      this.seen.add(`${method} ${url} ${headers.authorization ?? ''}`);
      void text(request).then((body) => {
        this.records.push(...(JSON.parse(body) as { items: AuditRecord[] }).items);
        response.end();
      });
    });
    this.#server.listen(Number(new URL(this.url).port), '127.0.0.1');
    await once(this.#server, 'listening');
  }

  /** Ends like a server that goes away: connections are cut. */
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
