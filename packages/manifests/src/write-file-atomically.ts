// SPDX-License-Identifier: Apache-2.0
import { randomUUID } from 'node:crypto';
import {
  closeSync,
  existsSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';

const unfinishedSuffix = '.unfinished';

/**
 * Milliseconds after which the remains of a write count as abandoned by a killed process: longer
 * than any write takes.
 */
const abandonedAfterMs = 10 * 60_000;

/** Removes the remains of killed processes beside a file. */
function removeAbandoned(path: string, now: number): void {
  const folder = dirname(path);
  for (const name of readdirSync(folder)) {
    if (!name.startsWith(basename(path)) || !name.endsWith(unfinishedSuffix)) continue;
    const left = join(folder, name);
    const age = now - (statSync(left, { throwIfNoEntry: false })?.mtimeMs ?? now);
    if (age > abandonedAfterMs) rmSync(left, { force: true });
  }
}

/** Returns the path that a path leads to by symbolic links; the last of them may lead nowhere yet. */
function targetOf(path: string): string {
  if (existsSync(path)) return realpathSync(path);
  const isLink = lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true;
  return isLink ? targetOf(resolve(dirname(path), readlinkSync(path))) : path;
}

/** @throws Error for a device, a pipe or a folder, which a file would replace. */
function refuseOthers(path: string): void {
  if (statSync(path, { throwIfNoEntry: false })?.isFile() === false) {
    throw new Error(`${path} is no regular file`);
  }
}

/** Options of {@link writeFileAtomically}. */
export interface WriteOptions {
  /** Permissions of the file. @default 0o666, minus the umask */
  readonly mode?: number;
  /** Present time in milliseconds since 1970. @default the clock */
  readonly now?: number;
}

/**
 * Writes a file so that its path only ever shows complete content: a process killed half way leaves
 * the old file, or none. A symbolic link stays, and its target gets the content.
 *
 * @throws Error when something else than a file is there, or it cannot be written.
 */
export function writeFileAtomically(
  written: string,
  content: string | Uint8Array,
  { mode, now = Date.now() }: WriteOptions = {},
): void {
  refuseOthers(written);
  const path = targetOf(written);
  mkdirSync(dirname(path), { recursive: true });
  removeAbandoned(path, now);
  const unfinished = `${path}.${randomUUID()}${unfinishedSuffix}`;
  try {
    const file = openSync(unfinished, 'wx', mode);
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
