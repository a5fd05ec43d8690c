// SPDX-License-Identifier: Apache-2.0
import { createCipheriv, createHash, randomBytes, scryptSync } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { hostname, userInfo } from 'node:os';
import { join } from 'node:path';

/**
 * Parameters of scrypt, the least that restic takes. `restic init` takes those with which this computer needs
 * half a second, and each later start of restic needs that again.
 *
 * @see https://github.com/restic/restic/blob/v0.18.1/internal/crypto/kdf.go (`Calibrate`)
 */
const scrypt = { N: 2, r: 1, p: 1 } as const;

/** Keys with which restic encrypts and authenticates a file. */
interface FileKeys {
  /** Of AES-256. */
  readonly encrypt: Buffer;
  /** Of AES-128, for the second half of Poly1305's key. */
  readonly k: Buffer;
  /** First half of Poly1305's key. */
  readonly r: Buffer;
}

const littleEndian = (bytes: Buffer) =>
  BigInt(`0x${Buffer.from(bytes).reverse().toString('hex') || '0'}`);

/** @see https://www.rfc-editor.org/rfc/rfc8439#section-2.5 */
function poly1305(message: Buffer, r: Buffer, s: Buffer): Buffer {
  const prime = (1n << 130n) - 5n;
  const factor = littleEndian(r) & 0x0ffffffc0ffffffc0ffffffc0fffffffn;
  let sum = 0n;
  for (let at = 0; at < message.length; at += 16) {
    const block = Buffer.concat([message.subarray(at, at + 16), Buffer.of(1)]);
    sum = ((sum + littleEndian(block)) * factor) % prime;
  }
  const tag = (sum + littleEndian(s)) & ((1n << 128n) - 1n);
  return Buffer.from(tag.toString(16).padStart(32, '0'), 'hex').reverse();
}

/** @see https://github.com/restic/restic/blob/v0.18.1/internal/crypto/crypto.go (`Seal`) */
function seal({ encrypt, k, r }: FileKeys, content: object): Buffer {
  const nonce = randomBytes(16);
  const cipher = createCipheriv('aes-256-ctr', encrypt, nonce);
  const hidden = Buffer.concat([cipher.update(JSON.stringify(content)), cipher.final()]);
  const block = createCipheriv('aes-128-ecb', k, null).setAutoPadding(false);
  return Buffer.concat([nonce, hidden, poly1305(hidden, r, block.update(nonce))]);
}

/**
 * Makes an empty repository as `restic init` does, but for its key, which is derived from the password in no
 * time: tests start restic many times.
 *
 * @param folder - Path of the repository, which does not exist yet.
 * @see https://github.com/restic/restic/blob/v0.18.1/doc/design.rst
 */
export function makeResticRepository(folder: string, password: string): void {
  const master = { encrypt: randomBytes(32), k: randomBytes(16), r: randomBytes(16) };
  const salt = randomBytes(64);
  const derived = scryptSync(password, salt, 64, scrypt);
  const [encrypt, k, r] = [derived.subarray(0, 32), derived.subarray(32, 48), derived.subarray(48)];
  const data = seal(
    { encrypt, k, r },
    {
      mac: { k: master.k.toString('base64'), r: master.r.toString('base64') },
      encrypt: master.encrypt.toString('base64'),
    },
  );
  const key = JSON.stringify({
    created: new Date(),
    username: userInfo().username,
    hostname: hostname(),
    kdf: 'scrypt',
    ...scrypt,
    salt: salt.toString('base64'),
    data: data.toString('base64'),
  });
  const parts = Array.from({ length: 256 }, (_, i) => `data/${i.toString(16).padStart(2, '0')}`);
  for (const part of [...parts, 'index', 'keys', 'locks', 'snapshots']) {
    mkdirSync(join(folder, part), { recursive: true, mode: 0o700 });
  }
  const name = createHash('sha256').update(key).digest('hex');
  writeFileSync(join(folder, 'keys', name), key, { mode: 0o400 });
  const config = {
    version: 2,
    id: randomBytes(32).toString('hex'),
    // A polynomial that restic's own tests use.
    chunker_polynomial: '3da3358b4dc173',
  };
  writeFileSync(join(folder, 'config'), seal(master, config), { mode: 0o400 });
}
