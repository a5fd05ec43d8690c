// SPDX-License-Identifier: Apache-2.0
import { freePort } from '@strata/testing';
import { exportJWK, generateKeyPair, SignJWT, UnsecuredJWT } from 'jose';
import type { GenerateKeyPairResult, JWTPayload } from 'jose';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:https';
import type { Server } from 'node:https';
import { join } from 'node:path';

const algorithm = 'RS256';

/** An issuer of tokens on loopback: its discovery document and its keys, by HTTPS. */
export class TestIssuer {
  readonly url: string;
  readonly #pki: string;
  readonly #keys: GenerateKeyPairResult;
  #server: Server | undefined;
  /** How often its keys were asked for. */
  asked = 0;

  private constructor(url: string, pki: string, keys: GenerateKeyPairResult) {
    this.url = url;
    this.#pki = pki;
    this.#keys = keys;
  }

  /** @param pki - folder with `server.crt` and `server.key`, which are for 127.0.0.1. */
  static async start(pki: string): Promise<TestIssuer> {
    const keys = await generateKeyPair(algorithm);
    const issuer = new TestIssuer(`https://127.0.0.1:${await freePort()}`, pki, keys);
    await issuer.listen();
    return issuer;
  }

  async listen(): Promise<void> {
    const [cert, key] = ['server.crt', 'server.key'].map((name) =>
      readFileSync(join(this.#pki, name)),
    );
    const jwk = await exportJWK(this.#keys.publicKey);
    const documents: Readonly<Record<string, object>> = {
      '/.well-known/openid-configuration': { issuer: this.url, jwks_uri: `${this.url}/keys` },
      '/keys': { keys: [{ ...jwk, kid: 'one', use: 'sig', alg: algorithm }] },
    };
    this.#server = createServer({ cert, key }, (request, response) => {
      if (request.url === '/keys') this.asked += 1;
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify(documents[request.url ?? ''] ?? {}));
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

  /** Returns the claims of a token for kubectl that is valid for an hour, with changes. */
  claims(change: JWTPayload): JWTPayload {
    const now = Math.floor(Date.now() / 1000);
    return { iss: this.url, aud: 'kubectl', sub: 'ann', iat: now, exp: now + 3600, ...change };
  }

  /** Returns a token that this issuer has signed. */
  async token(change: JWTPayload = {}): Promise<string> {
    return new SignJWT(this.claims(change))
      .setProtectedHeader({ alg: algorithm, kid: 'one' })
      .sign(this.#keys.privateKey);
  }

  /** Returns a token that nobody has signed. */
  unsigned(change: JWTPayload = {}): string {
    return new UnsecuredJWT(this.claims(change)).encode();
  }
}
