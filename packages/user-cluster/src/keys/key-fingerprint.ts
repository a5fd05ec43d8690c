// SPDX-License-Identifier: Apache-2.0
import { createHash } from 'node:crypto';
import * as pulumi from '@pulumi/pulumi';

/**
 * Returns a text by which a key is recognized, and from which nobody can learn it.
 *
 * @param key - a public key, or a secret key of at least 16 random bytes.
 */
export function keyFingerprint(key: pulumi.Input<string>): pulumi.Output<string> {
  const hash = (text: string) => createHash('sha256').update(`strata key\n${text}`).digest('hex');
  return pulumi.unsecret(pulumi.output(key).apply((text) => `sha256:${hash(text)}`));
}
