// SPDX-License-Identifier: Apache-2.0
import { operations, victims, type Kill } from './kill-schedule.ts';

/**
 * Outcome of an operation during which something was killed.
 *
 * - `went on`: the operation completed by itself.
 * - `put right`: the documented command completed the operation.
 * - `not met`: the operation or the process had already ended at the time of the kill.
 * - `failed`: the final result is not the expected one.
 */
export const ends = ['went on', 'put right', 'not met', 'failed'] as const;
export type End = (typeof ends)[number];

/** One kill, and what came of it. */
export interface KillResult {
  readonly kill: Kill;
  readonly end: End;
  /** From the kill to the whole cluster, in seconds. */
  readonly seconds: number;
  /** Differences from the expected result. */
  readonly problems: readonly string[];
}

/** One kill in a line. */
export function describeKill({ number, operation, part, victim }: Kill): string {
  return `kill ${number}: ${victim}, after ${Math.round(part * 100)} % of ${operation}`;
}

const endings = (results: readonly KillResult[]) =>
  ends
    .map((end) => [end, results.filter((one) => one.end === end).length] as const)
    .filter(([, count]) => count > 0)
    .map(([end, count]) => `${count} ${end}`)
    .join(', ');

/** The table of a run: a row for each victim, a column for each operation, and the first failure. */
export function renderSummary(seed: number, results: readonly KillResult[]): string {
  const count = (victim: string, operation?: string) =>
    results.filter(
      ({ end, kill }) =>
        end !== 'not met' &&
        kill.victim === victim &&
        (operation === undefined || kill.operation === operation),
    ).length;
  const rows = [
    ['killed', ...operations, 'all'],
    ...victims.map((victim) => [
      victim,
      ...operations.map((operation) => String(count(victim, operation))),
      String(count(victim)),
    ]),
  ];
  const widths = rows[0]?.map((_, column) =>
    Math.max(...rows.map((row) => row[column]?.length ?? 0)),
  );
  const table = rows.map((row) =>
    row
      .map((cell, column) =>
        column === 0 ? cell.padEnd(widths?.[0] ?? 0) : cell.padStart(widths?.[column] ?? 0),
      )
      .join('  '),
  );
  const failed = results.find(({ end }) => end === 'failed');
  const times = results.map(({ seconds }) => seconds).sort((a, b) => a - b);
  const median = times[Math.floor(times.length / 2)] ?? 0;
  return [
    ...table,
    '',
    `seed ${seed}: ${results.length} kills${results.length > 0 ? ': ' : ''}${endings(results)}`,
    `whole again after ${Math.round(median)} s (median), at most ${Math.round(times.at(-1) ?? 0)} s`,
    ...(failed === undefined
      ? []
      : ['', `FAILED: ${describeKill(failed.kill)}`, ...failed.problems.map((one) => `  ${one}`)]),
  ].join('\n');
}
