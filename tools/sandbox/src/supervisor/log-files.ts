// SPDX-License-Identifier: Apache-2.0
import { copyFileSync, readdirSync, rmSync, statSync, truncateSync } from 'node:fs';
import { join } from 'node:path';

/** Size in bytes beyond which a log is set aside as `.old`. */
const maxBytes = 20 * 1024 * 1024;

/** Milliseconds between two checks of the logs' sizes. */
const every = 60_000;

/** Sets the large logs of a folder aside and empties them. */
export function emptyLargeLogs(dir: string): void {
  for (const name of readdirSync(dir)) {
    const path = join(dir, name);
    if (!name.endsWith('.log') || statSync(path).size < maxBytes) continue;
    // Programs hold the file open in append mode, so it is copied and emptied instead of moved.
    try {
      copyFileSync(path, `${path}.old`);
    } catch {
      // The disk has no room for both: a half copy is of less use than the space.
      rmSync(`${path}.old`, { force: true });
    }
    truncateSync(path);
  }
}

/** Limits the size of log files, so that a rack that runs for weeks does not fill the disk. */
export function limitLogFiles(dir: string): NodeJS.Timeout {
  return setInterval(() => emptyLargeLogs(dir), every).unref();
}
