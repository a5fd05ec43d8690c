// SPDX-License-Identifier: Apache-2.0
import { SignJWT, UnsecuredJWT } from 'jose';
import type { JWTPayload } from 'jose';
import { createPublicKey, generateKeyPairSync } from 'node:crypto';
import type { KeyObject } from 'node:crypto';

const algorithm = 'RS256';
const keyId = 'one';

/** Returns a new key for an issuer. */
export function newSigningKey(): KeyObject {
  return generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
}

/** Signs tokens as an issuer of people does, and publishes the key by which anybody can verify them. */
export class TokenSigner {
  /** URL of the issuer, which its tokens have as `iss`. */
  readonly url: string;
  readonly #key: KeyObject;

  /** @param key - private key of the issuer, from {@link newSigningKey}. */
  constructor(url: string, key: KeyObject) {
    this.url = url;
    this.#key = key;
  }

  /**
   * Returns what the issuer answers at its paths: its discovery document and its keys.
   *
   * @param more - added to the discovery document.
   * @see https://openid.net/specs/openid-connect-discovery-1_0.html#ProviderMetadata
   */
  documents(more: object = {}): Readonly<Record<string, object>> {
    const jwk = createPublicKey(this.#key).export({ format: 'jwk' });
    return {
      '/.well-known/openid-configuration': {
        issuer: this.url,
        jwks_uri: `${this.url}/keys`,
        ...more,
      },
      '/keys': { keys: [{ ...jwk, kid: keyId, use: 'sig', alg: algorithm }] },
    };
  }

  /** Returns the claims of a token for kubectl that is valid for an hour, with changes. */
  claims(change: JWTPayload): JWTPayload {
    const now = Math.floor(Date.now() / 1000);
    return { iss: this.url, aud: 'kubectl', sub: 'ann', iat: now, exp: now + 3600, ...change };
  }

  /** Returns a token that the issuer has signed. */
  async token(change: JWTPayload = {}): Promise<string> {
    return new SignJWT(this.claims(change))
      .setProtectedHeader({ alg: algorithm, kid: keyId })
      .sign(this.#key);
  }

  /** Returns a token that nobody has signed. */
  unsigned(change: JWTPayload = {}): string {
    return new UnsecuredJWT(this.claims(change)).encode();
  }
}
