// SPDX-License-Identifier: Apache-2.0
import { pbkdf2 } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { promisify } from 'node:util';

/**
 * PBKDF2 iterations by which Pulumi derives the key from a passphrase.
 *
 * @see https://github.com/pulumi/pulumi/blob/v3.259.0/sdk/go/common/resource/config/crypt.go
 */
const iterations = 1_000_000;
const keyBytes = 32;

/**
 * Derives the key of a passphrase as Pulumi does, in a thread of its own. This takes a quarter of a
 * second or more.
 *
 * @param salt - in base64.
 */
export function deriveKey(passphrase: string, salt: string): Promise<Buffer> {
  return promisify(pbkdf2)(passphrase, Buffer.from(salt, 'base64'), iterations, keyBytes, 'sha256');
}

/**
 * Returns the passphrase that Pulumi uses; undefined when none is set; the path of its file when that
 * is missing.
 */
export function passphraseOf(
  env: NodeJS.ProcessEnv,
): string | undefined | { readonly missing: string } {
  const { PULUMI_CONFIG_PASSPHRASE: value, PULUMI_CONFIG_PASSPHRASE_FILE: file } = env;
  if (value !== undefined) return value;
  if (file === undefined) return undefined;
  return existsSync(file) ? readFileSync(file, 'utf8').trim() : { missing: file };
}
