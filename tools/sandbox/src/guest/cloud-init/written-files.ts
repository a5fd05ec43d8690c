// SPDX-License-Identifier: Apache-2.0
import { appendFileSync, chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { WrittenFile } from './user-data.ts';

/** Returns the decoded bytes of a file. */
export function contentOf({ content, encoding }: WrittenFile): Buffer {
  return encoding === 'text/plain' ? Buffer.from(content) : Buffer.from(content, 'base64');
}

/**
 * Writes a file as cloud-init's write_files does.
 *
 * @throws Error when its owner does not exist yet: only root does, unless `defer` is set.
 */
export function writeGuestFile(root: string, file: WrittenFile): void {
  const [owner = ''] = file.owner.split(':');
  if (owner !== 'root' && !file.defer) {
    throw new Error(`${file.path}: user ${owner} is not there yet when write_files runs`);
  }
  const target = join(root, file.path);
  mkdirSync(dirname(target), { recursive: true });
  if (file.append) appendFileSync(target, contentOf(file));
  else writeFileSync(target, contentOf(file));
  chmodSync(target, Number.parseInt(file.permissions, 8));
}
