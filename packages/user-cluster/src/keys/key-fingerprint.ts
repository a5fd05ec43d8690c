// SPDX-License-Identifier: Apache-2.0
import { createHash } from 'node:crypto';
import * as pulumi from '@pulumi/pulumi';

/**
 * Returns a text by which a key is recognized, and from which nobody can learn it.
 *
 * @param key - a public key, or a secret key of at least 16 random bytes.
 */
export function fingerprintOf(key: string): string {
  return `sha256:${createHash('sha256').update(`strata key\n${key}`).digest('hex')}`;
}

/** Returns {@link fingerprintOf} a key that may not be known yet; it is no secret. */
export function keyFingerprint(key: pulumi.Input<string>): pulumi.Output<string> {
  return pulumi.unsecret(pulumi.output(key).apply(fingerprintOf));
}
