// SPDX-License-Identifier: Apache-2.0
import { type EquivalentMutant, filledList } from './equivalent-mutant.ts';

const of = (name: string) => `packages/user-cluster/src/${name}`;

/** Equivalent mutants of backups of user clusters. */
export const equivalentInBackup: readonly EquivalentMutant[] = [
  {
    file: of('backup/check-backup.ts'),
    lineText: 'if (wanted > sizeGiB) return growthProblem(what, found, context);',
    was: 'wanted > sizeGiB',
    replacement: 'wanted >= sizeGiB',
    reason: 'equal sizes have been dealt with two lines above',
  },
  {
    file: of('backup/backup.ts'),
    lineText: '...(authority !== undefined && { [backupFiles.authority]: authority }),',
    was: 'authority !== undefined',
    replacement: 'true',
    reason: 'Pulumi sends no key without a value',
  },
  ...[
    'minute: { least: 0, most: 59, names: [] },',
    'hour: { least: 0, most: 23, names: [] },',
    'day: { least: 1, most: 31, names: [] },',
  ].map((lineText) =>
    filledList(of('backup/read-schedule.ts'), lineText, 'no part of a schedule has spaces'),
  ),
  {
    file: of('backup/read-schedule.ts'),
    lineText: String.raw`const hasStar = (part: string) => part.split(',').some((item) => /^\*(\/1)?$/.test(item));`,
    was: String.raw`/^\*(\/1)?$/`,
    replacement: String.raw`/\*(\/1)?$/`,
    reason: 'a star is the first character of its item',
  },
];
