// SPDX-License-Identifier: Apache-2.0
import { z } from 'zod';
import { ProveError } from './prove-error.ts';
import { lastLine } from './run-program.ts';
import type { Restic } from './restic.ts';

/** A backup in the repository. */
export interface FoundBackup {
  readonly id: string;
  /** When it was stored; RFC 3339. */
  readonly time: string;
}

const snapshots = z.array(z.object({ id: z.string(), time: z.string() }));

/** What exit codes of restic mean. @see https://restic.readthedocs.io/en/v0.18.1/075_scripting.html#exit-codes */
const reasons: Readonly<Record<number, string>> = {
  10: 'there is no repository',
  12: 'the password is wrong',
};

/** restic keeps nanoseconds, which dates of JavaScript do not have. */
const inMilliseconds = (time: string) => new Date(time).toISOString();

/**
 * Finds a backup of a cluster.
 *
 * @param id - undefined means the newest.
 * @throws ProveError when the repository cannot be opened, or has no such backup.
 */
export async function findBackup(
  restic: Restic,
  stack: string,
  id: string | undefined,
): Promise<FoundBackup> {
  const ended = await restic.run(
    'snapshots',
    '--json',
    '--quiet',
    '--tag',
    'etcd',
    '--host',
    stack,
  );
  if (ended.code !== 0) {
    const why = reasons[ended.code] ?? lastLine({ ...ended, stdout: '' });
    throw new ProveError(`The repository of ${stack} cannot be opened: ${why}.`);
  }
  const all = snapshots
    .parse(JSON.parse(ended.stdout))
    .filter((one) => id === undefined || one.id.startsWith(id))
    .map((one) => ({ id: one.id, time: inMilliseconds(one.time) }))
    .sort((one, other) => Date.parse(one.time) - Date.parse(other.time));
  const found = all.at(-1);
  if (found !== undefined) return found;
  throw new ProveError(
    id === undefined
      ? `The repository has no backup of ${stack}.`
      : `The repository has no backup ${id} of ${stack}; "restic snapshots" lists all.`,
  );
}
