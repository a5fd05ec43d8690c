// SPDX-License-Identifier: Apache-2.0
import { LoopbackHttps } from '@strata/testing';
import { exportJWK, generateKeyPair, SignJWT, UnsecuredJWT } from 'jose';
import type { GenerateKeyPairResult, JWTPayload } from 'jose';

const algorithm = 'RS256';

/** An issuer of tokens on loopback: its discovery document and its keys, by HTTPS. */
export class TestIssuer {
  readonly server: LoopbackHttps;
  readonly #keys: GenerateKeyPairResult;
  readonly #requests: Map<string, number>;

  private constructor(
    server: LoopbackHttps,
    keys: GenerateKeyPairResult,
    requests: Map<string, number>,
  ) {
    this.server = server;
    this.#keys = keys;
    this.#requests = requests;
  }

  /**
   * Starts an issuer with a new key.
   *
   * @param pki - see {@link LoopbackHttps.start}.
   */
  static async start(pki: string): Promise<TestIssuer> {
    const keys = await generateKeyPair(algorithm);
    const jwk = await exportJWK(keys.publicKey);
    const requests = new Map<string, number>();
    const server = await LoopbackHttps.start(pki, ({ headers, url = '' }, response) => {
      requests.set(url, (requests.get(url) ?? 0) + 1);
      const issuer = `https://${headers.host ?? ''}`;
      const documents: Readonly<Record<string, object>> = {
        '/.well-known/openid-configuration': { issuer, jwks_uri: `${issuer}/keys` },
        '/keys': { keys: [{ ...jwk, kid: 'one', use: 'sig', alg: algorithm }] },
      };
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify(documents[url] ?? {}));
    });
    return new TestIssuer(server, keys, requests);
  }

  get url(): string {
    return this.server.url;
  }

  /** How often its keys were asked for. */
  get asked(): number {
    return this.#requests.get('/keys') ?? 0;
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
