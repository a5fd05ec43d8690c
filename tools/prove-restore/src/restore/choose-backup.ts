// SPDX-License-Identifier: Apache-2.0
import { clockSkew } from '../find-backup.ts';
import type { FoundBackup } from '../find-backup.ts';
import { ProveError } from '../prove-error.ts';

/** Backups that a message names. */
const named = 10;

const wordsOf = ({ id, time }: FoundBackup) => `${id.slice(0, 8)} of ${time}`;

/**
 * Chooses a backup.
 *
 * @param all - the oldest first.
 * @param wanted - an ID or its beginning; undefined means the newest that is not dated in the future.
 * @param now - in milliseconds since 1970.
 * @throws ProveError naming the newest ones when there is no such backup.
 */
export function chooseBackup(
  all: readonly FoundBackup[],
  wanted: string | undefined,
  now: number,
): FoundBackup {
  const known = all.slice(-named).map(wordsOf).join(', ');
  if (wanted === undefined) {
    const newest = all.findLast(({ time }) => Date.parse(time) <= now + clockSkew);
    if (newest !== undefined) return newest;
    throw new ProveError(
      all.length === 0
        ? 'The repository has no backup of this cluster: look what the CronJob etcd-backup says in its namespace.'
        : `All backups are dated in the future, so nobody knows which is the newest: name one by --backup: ${known}.`,
    );
  }
  const [found, another] = all.filter(({ id }) => id.startsWith(wanted));
  if (found !== undefined && another === undefined) return found;
  const why = found === undefined ? 'no backup' : 'several backups';
  throw new ProveError(
    `The repository has ${why} "${wanted}" of this cluster; the newest are: ${known}.`,
  );
}
