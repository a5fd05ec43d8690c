// SPDX-License-Identifier: Apache-2.0
import { randomUUID } from 'node:crypto';
import {
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';

const unfinishedSuffix = '.unfinished';

/** Longer than any write takes: what is older belongs to a process that was killed. */
const abandonedAfterMs = 10 * 60_000;

/** Removes what killed processes left beside a file. */
function removeAbandoned(path: string, now: number): void {
  const folder = dirname(path);
  for (const name of readdirSync(folder)) {
    if (!name.startsWith(basename(path)) || !name.endsWith(unfinishedSuffix)) continue;
    const left = join(folder, name);
    const age = now - (statSync(left, { throwIfNoEntry: false })?.mtimeMs ?? now);
    if (age > abandonedAfterMs) rmSync(left, { force: true });
  }
}

/**
 * Writes a file so that its name only ever stands for the whole content: a process killed half way
 * leaves the old file, or none.
 *
 * @param now milliseconds since 1970. @default the clock
 */
export function writeFileAtomically(
  path: string,
  content: string | Uint8Array,
  now = Date.now(),
): void {
  mkdirSync(dirname(path), { recursive: true });
  removeAbandoned(path, now);
  const unfinished = `${path}.${randomUUID()}${unfinishedSuffix}`;
  try {
    const file = openSync(unfinished, 'wx');
    try {
      const bytes = Buffer.from(content);
      for (let done = 0; done < bytes.length;) done += writeSync(file, bytes, done);
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    renameSync(unfinished, path);
  } finally {
    rmSync(unfinished, { force: true });
  }
}
