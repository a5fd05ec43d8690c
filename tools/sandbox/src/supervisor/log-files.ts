// SPDX-License-Identifier: Apache-2.0
import { copyFileSync, readdirSync, statSync, truncateSync } from 'node:fs';
import { join } from 'node:path';

/** Size in bytes beyond which a log is set aside as `.old`. */
const maxBytes = 20 * 1024 * 1024;

/** Milliseconds between two checks of the logs' sizes. */
const every = 60_000;

/** Limits the size of log files, so that a rack that runs for weeks does not fill the disk. */
export function limitLogFiles(dir: string): NodeJS.Timeout {
  return setInterval(() => {
    for (const name of readdirSync(dir)) {
      const path = join(dir, name);
      if (!name.endsWith('.log') || statSync(path).size < maxBytes) continue;
      // Programs hold the file open in append mode, so it is copied and emptied instead of moved.
      copyFileSync(path, `${path}.old`);
      truncateSync(path);
    }
  }, every).unref();
}
