// SPDX-License-Identifier: Apache-2.0
import { createHash } from 'node:crypto';

/** Returns the SHA-256 of a file's content, in hexadecimal. */
export function sha256(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('hex');
}
