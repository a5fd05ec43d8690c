// SPDX-License-Identifier: Apache-2.0
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

function fileOf({ label, manifest }: BroughtObject): string {
  const { name, namespace } = manifest.metadata;
  const step = `${orderOf(manifest)}`.padStart(2, '0');
  // A name leads nowhere else, whatever somebody has written into etcd.
  const file = [namespace, name].flatMap((one) => one ?? []).map(encodeURIComponent);
  return join(`${step}-${encodeURIComponent(label)}`, `${file.join('.')}.json`);
}

/**
 * Writes each object to a file of its own. The names of files are in the order in which kubectl makes
 * them. Only the owner of the folder can read it: it has every Secret in plain text.
 *
 * @returns the files, relative to the folder.
 * @throws ProveError when the folder has anything in it.
 */
export function writeFolder(folder: string, brought: readonly BroughtObject[]): readonly string[] {
  if (namesIn(folder).length > 0) {
    throw new ProveError(`--out: ${folder} is not empty; name a folder that is not there yet.`);
  }
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  return brought.map((object) => {
    const file = fileOf(object);
    mkdirSync(dirname(join(folder, file)), { recursive: true, mode: 0o700 });
    writeFileSync(join(folder, file), `${JSON.stringify(object.manifest, undefined, 2)}\n`, {
      mode: 0o600,
      flag: 'wx',
    });
    return file;
  });
}
