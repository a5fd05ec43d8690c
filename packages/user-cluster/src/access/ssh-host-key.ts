// SPDX-License-Identifier: Apache-2.0
import { createPublicKey } from 'node:crypto';

/**
 * Encodes a text or number of the SSH protocol: its length, then its bytes.
 *
 * @see https://www.rfc-editor.org/rfc/rfc4251#section-5
 */
function field(bytes: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(bytes.length);
  return Buffer.concat([length, bytes]);
}

/**
 * Returns a public key on the curve P-256 as OpenSSH writes it, for `known_hosts`.
 *
 * @param pem - as the resource SigningKey has it, which sshd reads as a host key.
 * @throws Error when it is a key of another kind.
 * @see https://www.rfc-editor.org/rfc/rfc5656#section-3.1
 */
export function openSshPublicKey(pem: string): string {
  const { crv, x = '', y = '' } = createPublicKey(pem).export({ format: 'jwk' });
  if (crv !== 'P-256') throw new Error('expected a public key on the curve P-256');
  const type = 'ecdsa-sha2-nistp256';
  const uncompressed = Buffer.from([4]);
  const point = [uncompressed, Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')];
  const blob = Buffer.concat([
    field(Buffer.from(type)),
    field(Buffer.from('nistp256')),
    field(Buffer.concat(point)),
  ]);
  return `${type} ${blob.toString('base64')}`;
}
