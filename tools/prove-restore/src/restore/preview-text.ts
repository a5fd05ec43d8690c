// SPDX-License-Identifier: Apache-2.0
import type { FoundBackup } from '../find-backup.ts';
import type { KindDifference } from './differences.ts';

/** Facts about a restore that has not begun. */
export interface RestorePreview {
  readonly environment: string;
  readonly cluster: string;
  readonly backup: FoundBackup;
  /** Control-plane machines. */
  readonly members: readonly string[];
  readonly workers: number;
  /** Undefined when nobody could compare. */
  readonly differences?: readonly KindDifference[];
  /** Why nobody could compare. */
  readonly uncompared?: string;
  /** In milliseconds since 1970. */
  readonly now: number;
}

const minute = 60_000;

/** Says how old something is. */
export function ageWords(milliseconds: number): string {
  const minutes = Math.max(0, Math.round(milliseconds / minute));
  if (minutes < 120) return `${minutes} ${minutes === 1 ? 'minute' : 'minutes'} old`;
  const hours = Math.round(minutes / 60);
  return hours < 48 ? `${hours} hours old` : `${Math.round(hours / 24)} days old`;
}

const many = (count: number, one: string) => `${count} ${one}${count === 1 ? '' : 's'}`;

/** Words about objects, for one or none and for several. */
interface CountWords {
  readonly of: (one: KindDifference) => number;
  /** `newer than it`. */
  readonly which: string;
  /** `is lost`. */
  readonly one: string;
  readonly several: string;
}

/** Says one number by kind: "41 objects newer than it are lost: pods (40), secrets (1)". */
function countLine(
  all: readonly KindDifference[],
  { of, one, several, which }: CountWords,
): string {
  const sum = all.reduce((total, kind) => total + of(kind), 0);
  if (sum === 0) return `  no object ${which} ${one}`;
  const kinds = all.filter((kind) => of(kind) > 0).map((kind) => `${kind.kind} (${of(kind)})`);
  return `  ${many(sum, 'object')} ${which} ${sum === 1 ? one : several}: ${kinds.join(', ')}`;
}

const countWords: readonly CountWords[] = [
  {
    of: ({ lost }) => lost,
    which: 'newer than it',
    one: 'is lost',
    several: 'are lost',
  },
  {
    of: ({ reverted }) => reverted,
    which: 'changed since then',
    one: 'is as before',
    several: 'are as before',
  },
  {
    of: ({ back }) => back,
    which: 'deleted since then',
    one: 'comes back',
    several: 'come back',
  },
];

function differenceLines({ differences, uncompared = '' }: RestorePreview): string[] {
  if (differences === undefined) {
    return [`  nobody knows what is newer than the backup: ${uncompared}`];
  }
  const isSame = differences.every(({ back, lost }) => back === 0 && lost === 0);
  return [
    ...countWords.map((words) => countLine(differences, words)),
    ...(isSame
      ? ['  the backup has the objects that are there now: --backup takes an older one']
      : []),
    '  (without events, leases and endpoints, which the cluster writes all the time)',
  ];
}

/** Says what becomes of the machines. */
function machineLines({ members, workers }: RestorePreview): string[] {
  const [machines, stop, start] =
    members.length === 1 ? ['machine', 'stops', 'starts'] : ['machines', 'stop', 'start'];
  const anew =
    workers === 1 ? 'is made anew, drained' : 'are made anew, one after the other, drained';
  return [
    `  ${machines}: ${members.join(', ')} ${stop}, and ${start} with the data of the backup; until then there is no API`,
    ...(workers === 0 ? [] : [`  then ${many(workers, 'worker')} ${anew} and with a new node`]),
  ];
}

/** Says what a restore does, before it begins. */
export function previewText(preview: RestorePreview): string {
  const { backup, cluster, environment, now } = preview;
  const age = ageWords(now - Date.parse(backup.time));
  return [
    `${environment}.${cluster}: a restore replaces the data of ${cluster} by that of ${backup.time} (${age}, backup ${backup.id.slice(0, 8)})`,
    ...differenceLines(preview),
    ...machineLines(preview),
    '  the former data is kept in the repository of the backups, with the tag before-restore',
    '  not brought back: what is in volumes of users; a volume deleted since is missing, one made since has no owner',
  ].join('\n');
}
