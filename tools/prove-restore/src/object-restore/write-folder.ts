// SPDX-License-Identifier: Apache-2.0
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ProveError } from '../prove-error.ts';
import type { BroughtObject } from './choose-objects.ts';
import { orderOf } from './order-of-kinds.ts';

/** Returns the names in a folder; empty when it is not there. */
function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw new ProveError(`--out cannot be used: ${(error as Error).message}`);
  }
}

/** Letters of a name; file systems take 255. */
const longest = 200;

/** Returns a name that a file can have. One that is cut has a hash of all of it, so that no other is the same. */
function fitting(name: string, ending = ''): string {
  if (name.length + ending.length <= longest) return name + ending;
  const hash = `-${createHash('sha256').update(name).digest('hex').slice(0, 16)}${ending}`;
  return name.slice(0, longest - hash.length) + hash;
}

function fileOf({ label, manifest }: BroughtObject): string {
  const { name, namespace } = manifest.metadata;
  const step = `${orderOf(manifest)}`.padStart(2, '0');
  // A name leads nowhere else, whatever somebody has written into etcd.
  const file = [namespace, name].flatMap((one) => one ?? []).map(encodeURIComponent);
  return join(fitting(`${step}-${encodeURIComponent(label)}`), fitting(file.join('.'), '.json'));
}

/** @returns the file of an object, relative to the folder. */
function writeObject(folder: string, object: BroughtObject): string {
  const file = fileOf(object);
  mkdirSync(dirname(join(folder, file)), { recursive: true, mode: 0o700 });
  writeFileSync(join(folder, file), `${JSON.stringify(object.manifest, undefined, 2)}\n`, {
    mode: 0o600,
    flag: 'wx',
  });
  return file;
}

/**
 * Writes each object to a file of its own. The names of files are in the order in which kubectl makes
 * them. Only the owner of the folder can read it: it has every Secret in plain text.
 *
 * @returns the files, relative to the folder.
 * @throws ProveError when the folder has anything in it, or cannot be written to the end.
 */
export function writeFolder(folder: string, brought: readonly BroughtObject[]): readonly string[] {
  if (namesIn(folder).length > 0) {
    throw new ProveError(`--out: ${folder} is not empty; name a folder that is not there yet.`);
  }
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    return brought.map((object) => writeObject(folder, object));
  } catch (error) {
    throw new ProveError(
      `--out: not all could be written to ${folder}: ${(error as Error).message}. Delete the folder: it may have Secrets in plain text.`,
    );
  }
}
