// SPDX-License-Identifier: Apache-2.0
import { createHash } from 'node:crypto';

interface CronField {
  readonly name: string;
  readonly least: number;
  readonly most: number;
  /** Names of the numbers from `least` on, such as `jan`. */
  readonly words: readonly string[];
}

/** The fields of a schedule. @see https://kubernetes.io/docs/concepts/workloads/controllers/cron-jobs/#schedule-syntax */
const cronFields: readonly CronField[] = [
  { name: 'minute', least: 0, most: 59, words: [] },
  { name: 'hour', least: 0, most: 23, words: [] },
  { name: 'day of the month', least: 1, most: 31, words: [] },
  {
    name: 'month',
    least: 1,
    most: 12,
    words: ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'],
  },
  {
    name: 'day of the week',
    least: 0,
    most: 6,
    words: ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'],
  },
];

function numberOf(text: string, { least, most, words }: CronField): number | undefined {
  const word = words.indexOf(text.toLowerCase());
  const number = word >= 0 ? word + least : Number(/^\d+$/.exec(text)?.[0]);
  return number >= least && number <= most ? number : undefined;
}

/**
 * Returns whether a part of a field is valid: `*`, `5` or `1-5`, each optionally followed by a step
 * such as `/2`.
 */
function isPart(part: string, cronField: CronField): boolean {
  const [range = '', step, ...more] = part.split('/');
  if (more.length > 0 || (step !== undefined && !/^[1-9]\d*$/.test(step))) return false;
  if (range === '*') return true;
  const ends = range.split('-').map((end) => numberOf(end, cronField));
  const [first, last = first] = ends;
  return ends.length <= 2 && !ends.includes(undefined) && (first ?? 0) <= (last ?? 0);
}

/**
 * Returns what is wrong with a schedule.
 *
 * @returns undefined if the schedule is valid.
 */
export function scheduleProblem(schedule: string): string | undefined {
  const parts = schedule.trim().split(/\s+/);
  if (parts.length !== cronFields.length) {
    return `a schedule has five fields (minute, hour, day, month, day of the week), "${schedule}" has ${parts.length}`;
  }
  const wrong = cronFields.find((cronField, index) =>
    (parts[index] ?? '').split(',').some((part) => !isPart(part, cronField)),
  );
  return (
    wrong &&
    `the ${wrong.name} of the schedule "${schedule}" must be ${wrong.least} to ${wrong.most}, a range, a list or *`
  );
}

/**
 * Returns a schedule once a week, at night, in UTC. The time is derived from the name, so that
 * images are not all fetched at once and a second run changes nothing.
 */
export function weeklySchedule(name: string): string {
  const [minute = 0, hour = 0, day = 0] = createHash('sha256').update(name).digest();
  return `${minute % 60} ${hour % 6} * * ${day % 7}`;
}
