// SPDX-License-Identifier: Apache-2.0
import { copyFileSync, readdirSync, statSync, truncateSync } from 'node:fs';
import { join } from 'node:path';

/** A log that grew beyond this many bytes is set aside as `.old`. */
const maxBytes = 20 * 1024 * 1024;

/** How often the logs are looked at, in milliseconds. */
const every = 60_000;

/** Keeps the logs of a rack that runs for weeks from filling the disk. */
export function limitLogFiles(dir: string): NodeJS.Timeout {
  return setInterval(() => {
    for (const name of readdirSync(dir)) {
      const path = join(dir, name);
      if (!name.endsWith('.log') || statSync(path).size < maxBytes) continue;
      // Writers hold the file open in append mode, so it is emptied rather than moved.
      copyFileSync(path, `${path}.old`);
      truncateSync(path);
    }
  }, every).unref();
}
