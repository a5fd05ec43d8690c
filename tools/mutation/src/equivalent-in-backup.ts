// SPDX-License-Identifier: Apache-2.0
import { filledList, filledText } from './equivalent-mutant.ts';
import type { EquivalentMutant } from './equivalent-mutant.ts';

const backup = 'packages/user-cluster/src/backup';
const schedule = `${backup}/read-schedule.ts`;
const alwaysFive =
  'the configuration takes only schedules of five parts; only the types say otherwise';

/** Equivalent mutants of backups of user clusters. */
export const equivalentInBackup: readonly EquivalentMutant[] = [
  {
    file: `${backup}/check-backup.ts`,
    lineText: 'if (wanted > sizeGiB) return growthProblem(what, found, context);',
    was: 'wanted > sizeGiB',
    replacement: 'wanted >= sizeGiB',
    reason: 'equal sizes have been dealt with two lines above',
  },
  ...[
    'minute: { least: 0, most: 59, names: [] },',
    'hour: { least: 0, most: 23, names: [] },',
    'day: { least: 1, most: 31, names: [] },',
  ].map((lineText) =>
    filledList(
      schedule,
      lineText,
      'text with blanks is no part of a schedule, which has blanks between its parts',
    ),
  ),
  filledText(
    schedule,
    "const [range = '', step = '1'] = item.split('/');",
    'a text always has a first part; only the types say otherwise',
  ),
  {
    file: schedule,
    lineText: String.raw`const hasStar = (part: string) => part.split(',').some((item) => /^\*(\/1)?$/.test(item));`,
    was: String.raw`/^\*(\/1)?$/`,
    replacement: String.raw`/\*(\/1)?$/`,
    reason: 'the configuration takes no item with anything before a star',
  },
  // One mutant for each of the five parts; a row explains all that have its text.
  filledText(
    schedule,
    "const [minute = '', hour = '', day = '', month = '', weekday = ''] = schedule.split(' ');",
    alwaysFive,
  ),
];
