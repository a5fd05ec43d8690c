// SPDX-License-Identifier: Apache-2.0
import { restoreArguments } from '@strata/user-cluster/restored';
import type { EtcdPorts } from '@strata/user-cluster/restored';
import { join } from 'node:path';
import { damageOfRepository, damageOfSnapshot } from './damage.ts';
import type { FoundBackup } from './find-backup.ts';
import { resticWords } from './restic-words.ts';
import type { Restic } from './restic.ts';
import { lastLine, runProgram } from './run-program.ts';
import { untried } from './untried.ts';

/** Where a backup is restored to. */
export interface RestorePlace {
  /** Folder that nobody else can read. */
  readonly folder: string;
  readonly ports: EtcdPorts;
  /** Path of etcdutl. */
  readonly etcdutl: string;
  readonly env: NodeJS.ProcessEnv;
  readonly signal: AbortSignal;
}

/** Folder of etcd's data after a restore. */
export const dataOf = ({ folder }: Pick<RestorePlace, 'folder'>) => join(folder, 'etcd');

/**
 * Returns the reason from an error of etcdutl. The error about a wrong checksum is replaced,
 * because it prints both checksums as lists of numbers, one for each byte.
 */
const reasonOf = (words: string) =>
  words.includes('expected sha256') ? 'its checksum is wrong' : words.replace(/^Error: /, '');

/**
 * Restores a backup to the data of an etcd.
 *
 * @returns why it cannot be restored; undefined when it is.
 * @throws ProveError when it is not the backup that fails.
 */
export async function restoreBackup(
  restic: Restic,
  { id }: FoundBackup,
  place: RestorePlace,
): Promise<string | undefined> {
  const fetched = join(place.folder, 'fetched');
  const read = await restic.run(['restore', `${id}:/`, '--target', fetched, '--quiet']);
  if (read.code !== 0) {
    const damage = damageOfRepository(read.stderr);
    if (damage === undefined) throw untried('restic', resticWords(read));
    return `the backup cannot be read from the repository: ${resticWords({ stderr: damage })}`;
  }
  const args = restoreArguments(join(fetched, 'etcd.db'), {
    data: dataOf(place),
    ports: place.ports,
  });
  const { env, signal } = place;
  const restored = await runProgram(place.etcdutl, args, { env: { PATH: env.PATH }, signal });
  if (restored.code === 0) return undefined;
  const damage = damageOfSnapshot(restored.stderr);
  if (damage === undefined) throw untried('etcdutl', lastLine(restored.stderr));
  return `etcd cannot restore the snapshot: ${reasonOf(lastLine(damage))}`;
}
