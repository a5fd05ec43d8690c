// SPDX-License-Identifier: Apache-2.0
import { generationName } from './generation-name.ts';

/** Returns the name of a generation of the key in the API server's configuration and in etcd's values. */
export function encryptionKeyName(generation: number): string {
  return generationName('strata', generation);
}
