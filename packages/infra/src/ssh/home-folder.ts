// SPDX-License-Identifier: Apache-2.0
import { homedir } from 'node:os';

/** Returns a path with the home folder of the current user in place of a `~` at its beginning. */
export function withHomeFolder(path: string): string {
  return path.replace(/^~(?=\/)/, homedir);
}
