// SPDX-License-Identifier: Apache-2.0
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sharedInstance } from '../environment.ts';

/**
 * Returns the lines of files on the root disk of a machine that runs, as somebody with root there reads them.
 *
 * @param uid - of the machine's VMI.
 * @param folder - on the disk, without a slash at its beginning.
 * @param file - which files below the folder, by their paths from there.
 */
export function linesOnDisk(uid: string, folder: string, file: RegExp): string[] {
  const boot = join(sharedInstance().dir, 'guests', uid, 'boot.json');
  const { rootDisk } = JSON.parse(readFileSync(boot, 'utf8')) as { readonly rootDisk: string };
  const all = readdirSync(join(rootDisk, folder), { recursive: true, encoding: 'utf8' });
  return all
    .filter((path) => file.test(path))
    .flatMap((path) => readFileSync(join(rootDisk, folder, path), 'utf8').split('\n'))
    .filter((line) => line !== '');
}
