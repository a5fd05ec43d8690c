// SPDX-License-Identifier: Apache-2.0
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';

interface TransitRequest {
  readonly plaintext?: string;
  readonly ciphertext?: string;
}

const prefix = 'vault:v1:';

/**
 * Server of Vault's transit engine, as far as Pulumi needs it as a key service. It does not encrypt.
 *
 * @see https://developer.hashicorp.com/vault/api-docs/secret/transit
 */
export class FakeVault {
  readonly #server = createServer((request, response) => {
    void json(request).then((body) => {
      const { ciphertext = '', plaintext = '' } = body as TransitRequest;
      const data = request.url?.startsWith('/v1/transit/encrypt/')
        ? { ciphertext: `${prefix}${plaintext}` }
        : { plaintext: ciphertext.slice(prefix.length) };
      response.setHeader('content-type', 'application/json').end(JSON.stringify({ data }));
    });
  });

  /** Starts it. @returns the environment variables with which Pulumi finds it. */
  async start(): Promise<Readonly<Record<string, string>>> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    const { port } = this.#server.address() as AddressInfo;
    return { VAULT_SERVER_URL: `http://127.0.0.1:${port}`, VAULT_SERVER_TOKEN: 'test' };
  }

  stop(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }

  /** Returns a key as Pulumi writes it to `encryptedkey`. */
  static encryptedKey(key: Buffer): string {
    return Buffer.from(`${prefix}${key.toString('base64')}`).toString('base64');
  }
}
