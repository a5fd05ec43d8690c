// SPDX-License-Identifier: Apache-2.0
import { LoopbackHttps } from '@strata/testing';
import type { JWTPayload } from 'jose';
import { newSigningKey, TokenSigner } from './token-signer.ts';

/** An issuer of tokens on loopback: its discovery document and its keys, by HTTPS. */
export class TestIssuer {
  readonly server: LoopbackHttps;
  readonly #signer: TokenSigner;

  private constructor(server: LoopbackHttps, signer: TokenSigner) {
    this.server = server;
    this.#signer = signer;
  }

  /**
   * Starts an issuer with a new key.
   *
   * @param pki - see {@link LoopbackHttps.start}.
   */
  static async start(pki: string): Promise<TestIssuer> {
    const key = newSigningKey();
    const server = await LoopbackHttps.start(pki, ({ headers, url = '' }, response) => {
      const documents = new TokenSigner(`https://${headers.host ?? ''}`, key).documents();
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify(documents[url] ?? {}));
    });
    return new TestIssuer(server, new TokenSigner(server.url, key));
  }

  get url(): string {
    return this.server.url;
  }

  /** See {@link TokenSigner.token}. */
  async token(change: JWTPayload = {}): Promise<string> {
    return this.#signer.token(change);
  }

  /** See {@link TokenSigner.unsigned}. */
  unsigned(change: JWTPayload = {}): string {
    return this.#signer.unsigned(change);
  }
}
