// SPDX-License-Identifier: Apache-2.0
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

const step = join(import.meta.dirname, '../../../tools/hypervisor-lane/machine-promises.sh');

/** Returns the script that judges a machine from inside: `sh -s -- --act` as root reads it. */
export const promisesScript = (): string => execFileSync(step, { encoding: 'utf8' });

/** Words of that script about a machine. */
export interface Judgement {
  /** Number of the promises that are kept. */
  readonly kept: number;
  /** Lines of broken promises, as the script prints them. */
  readonly broken: readonly string[];
  /** Reasons of the promises that cannot be judged there, by their names in alphabetical order. */
  readonly unasked: Readonly<Record<string, string>>;
}

/** A line of a promise that cannot be judged. Statements may have colons; of the reason, the words after its last one are taken. */
const unaskedLine = /^unasked (\w+): .*: (.+)$/;

/**
 * Reads the lines of the script.
 *
 * @throws Error when it did not come to its end, or when its counts are not those of its lines.
 */
export function readJudgement(text: string): Judgement {
  const lines = text.trim().split('\n');
  const [, ...counts] =
    /^(\d+) promises kept, (\d+) broken, (\d+) cannot be judged here$/.exec(lines.at(-1) ?? '') ??
    [];
  if (counts.length === 0) throw new Error(`it did not come to its end:\n${text}`);
  const kept = lines.filter((line) => line.startsWith('kept '));
  const broken = lines.filter((line) => line.startsWith('BROKEN '));
  const unasked = lines
    .flatMap((line) => {
      const [, name, reason] = unaskedLine.exec(line) ?? [];
      return name === undefined || reason === undefined ? [] : [[name, reason] as const];
    })
    .toSorted(([a], [b]) => (a < b ? -1 : 1));
  const found = [kept, broken, unasked].map(({ length }) => `${length}`);
  if (found.join() !== counts.join()) {
    throw new Error(`its lines are ${found.join(', ')}, its counts ${counts.join(', ')}:\n${text}`);
  }
  return { kept: kept.length, broken, unasked: Object.fromEntries(unasked) };
}
