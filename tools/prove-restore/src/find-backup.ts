// SPDX-License-Identifier: Apache-2.0
import { z } from 'zod';
import { ProveError } from './prove-error.ts';
import { resticWords } from './restic-words.ts';
import type { Restic } from './restic.ts';
import type { Ended } from './run-program.ts';

/** A backup in the repository. */
export interface FoundBackup {
  readonly id: string;
  /** When it was stored; RFC 3339. */
  readonly time: string;
}

/** The newest backup in the repository. */
export interface NewestBackup extends FoundBackup {
  /** Remarks about others. */
  readonly notes: readonly string[];
}

/** Milliseconds by which clocks may differ. */
export const clockSkew = 300_000;

const snapshots = z.array(z.object({ id: z.string(), time: z.string() }));
const hosts = z.array(z.object({ hostname: z.string() }));

/** Milliseconds after which a repository counts as one that cannot be reached; restic tries for longer. */
const patience = 45_000;

/**
 * Explanations of restic's exit codes.
 *
 * @see https://restic.readthedocs.io/en/v0.18.1/075_scripting.html#exit-codes
 */
const reasons: Readonly<Record<number, string>> = {
  10: 'there is none. No backup has ended well yet, or user-cluster:backup.target has changed since',
  12: 'the password is wrong. It is that of the output "backup", and user-cluster:backup.encryption.password if that is set: the repository keeps the first one that it had. A repository of another cluster has another password; "npx strata restore-objects" brings what is in it (docs/runbooks/restore-objects.md)',
};

function reasonOf(ended: Ended): string {
  const known = reasons[ended.code];
  if (known !== undefined) return known;
  return `${resticWords(ended)}. Check user-cluster:backup.target (endpoint, bucket, credentials), and whether this machine reaches it`;
}

/** restic keeps nanoseconds, which dates of JavaScript do not have. */
const inMilliseconds = (time: string) => new Date(time).toISOString();

/** Says that backups are dated in the future, so that nobody knows whether they are the newest. */
function futureNotes(future: readonly FoundBackup[]): string[] {
  if (future.length === 0) return [];
  const [count, verb] =
    future.length === 1 ? ['1 backup', 'is'] : [`${future.length} backups`, 'are'];
  const names = future.map(({ id, time }) => `${id.slice(0, 8)} of ${time}`).join(', ');
  return [
    `${count} ${verb} dated in the future, and not tried: ${names}; the clock of a host of the infra cluster was ahead, or that of this machine is behind`,
  ];
}

/** Arguments that list backups, and nothing else that somebody stores. */
const ofEtcd = ['snapshots', '--json', '--quiet', '--tag', 'etcd'];

/**
 * Refuses a repository that has backups of other clusters only: the data of one cluster cannot become that of
 * another.
 *
 * @throws ProveError naming these clusters, and the way.
 */
async function refuseOthers(restic: Restic, stack: string, limit: number): Promise<void> {
  const ended = await restic.run(ofEtcd, limit);
  if (ended.code !== 0) return;
  const others = hosts.parse(JSON.parse(ended.stdout)).map(({ hostname }) => hostname);
  if (others.length === 0) return;
  const names = [...new Set(others)].sort().slice(0, 10).join(', ');
  throw new ProveError(
    `The repository has no backup of ${stack}, only of ${names}. A backup of etcd is of no use to another cluster than its own: other keys, addresses and machines are in it. "npx strata restore-objects ENVIRONMENT CLUSTER --to ${stack}" brings its objects (docs/runbooks/restore-objects.md).`,
  );
}

/**
 * Lists the backups of a cluster, the oldest first.
 *
 * @param stack - under whose name the job of the backups stores them.
 * @param limit - milliseconds. Default: 45 seconds.
 * @throws ProveError when the repository cannot be opened, or has backups of other clusters only.
 */
export async function listBackups(
  restic: Restic,
  stack: string,
  limit = patience,
): Promise<readonly FoundBackup[]> {
  const ended = await restic.run([...ofEtcd, '--host', stack], limit);
  if (ended.code !== 0) {
    throw new ProveError(`The repository of ${stack} cannot be opened: ${reasonOf(ended)}.`);
  }
  const found = snapshots.parse(JSON.parse(ended.stdout));
  if (found.length === 0) await refuseOthers(restic, stack, limit);
  return found
    .map(({ id, time }) => ({ id, time: inMilliseconds(time) }))
    .sort((one, other) => Date.parse(one.time) - Date.parse(other.time));
}

/**
 * Finds the newest backup of a cluster. One that is dated in the future is none: a host whose clock was
 * ahead has made it, and each later one would count as older.
 *
 * @param stack - under whose name the job of the backups stores them.
 * @param limit - milliseconds. Default: 45 seconds.
 * @throws ProveError when the repository cannot be opened, or has no backup.
 */
export async function findBackup(
  restic: Restic,
  stack: string,
  limit = patience,
): Promise<NewestBackup> {
  const all = await listBackups(restic, stack, limit);
  const latest = Date.now() + clockSkew;
  const future = all.filter(({ time }) => Date.parse(time) > latest);
  const notes = futureNotes(future);
  const backup = all.findLast((one) => !future.includes(one));
  if (backup !== undefined) return { ...backup, notes };
  if (notes.length > 0) {
    throw new ProveError(
      `The repository has no backup of ${stack} that is not dated in the future: ${notes.join(' ')}.`,
    );
  }
  throw new ProveError(
    `The repository has no backup of ${stack}: look what the CronJob etcd-backup says in the cluster's namespace.`,
  );
}
