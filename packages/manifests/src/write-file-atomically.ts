// SPDX-License-Identifier: Apache-2.0
import { randomUUID } from 'node:crypto';
import {
  closeSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readlinkSync,
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

/**
 * Returns the path that a path leads to by symbolic links; the last of them may lead nowhere yet.
 *
 * @throws Error for a link that another user has made, perhaps in a folder of all users.
 */
function targetOf(path: string): string {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (found?.isSymbolicLink() !== true) return path;
  if (found.uid !== process.getuid?.()) throw new Error(`${path} is a link of another user`);
  return targetOf(resolve(dirname(path), readlinkSync(path)));
}

/** @throws Error for a device, a pipe or a folder, which a file would replace. */
function refuseOthers(path: string): void {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (found !== undefined && !found.isFile() && !found.isSymbolicLink()) {
    throw new Error(`${path} is no regular file`);
  }
}

/** Options of {@link writeFileAtomically}. */
export interface WriteOptions {
  /** Permissions of the file. @default 0o666, minus the umask */
  readonly mode?: number;
  /** Present time in milliseconds since 1970. @default the clock */
  readonly now?: number;
  /**
   * Whether a symbolic link stays and its target gets the content, for files that people name.
   * Otherwise a file takes the place of the link, which somebody else may have put there. @default false
   */
  readonly followsLinks?: boolean;
}

/**
 * Writes a file so that its path only ever shows complete content: a process killed half way leaves
 * the old file, or none.
 *
 * @throws Error when something else than a file is there, or it cannot be written.
 */
export function writeFileAtomically(
  written: string,
  content: string | Uint8Array,
  { followsLinks = false, mode, now = Date.now() }: WriteOptions = {},
): void {
  const path = followsLinks ? targetOf(written) : written;
  refuseOthers(path);
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
