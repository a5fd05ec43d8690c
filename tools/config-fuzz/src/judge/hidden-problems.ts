// SPDX-License-Identifier: Apache-2.0
import { formatPath } from '@strata/contracts';
import { rawConfigOf } from '../generate/generated-stacks.ts';
import type { Edit } from '../generate/edits.ts';
import type { TwoMistakes } from '../generate/two-mistakes.ts';
import { smallManifest } from '../programs/small-manifest.ts';
import { shapeProblems } from './objections.ts';
import { outcomeOf } from './outcome.ts';

/** Removes the value from a line, because messages hide a value beside a secret. */
const withoutValue = (line: string) => line.replace(/, got .*$/, '');

/** Returns the lines of the message that refuses a configuration; empty if it is accepted. */
async function linesOf({ shipped }: TwoMistakes, edits: readonly Edit[]): Promise<string[]> {
  const outcome = await outcomeOf(rawConfigOf({ shipped, edits }), smallManifest);
  if (outcome.end === 'crashed') throw outcome.error;
  const lines = outcome.end === 'refused' ? outcome.message.split('\n').slice(1) : [];
  return lines.map(withoutValue);
}

/**
 * Returns the problems of a configuration with two mistakes that are reported only after one of the
 * mistakes is fixed. One mistake is the wrong shape of a value; a problem counts as hidden if it
 * appears whatever right value takes its place.
 */
export async function hiddenProblems(mistakes: TwoMistakes): Promise<string[]> {
  const { misshapen, one, right, shipped } = mistakes;
  const place = `  config.${shipped.project}:${formatPath(misshapen.path)}`;
  const isThere = (line: string) =>
    line.startsWith(place) && /^[:.[]/.test(line.slice(place.length));
  const ofShape = shapeProblems({ shipped, edits: [misshapen] })
    .map(withoutValue)
    .filter(isThere);
  if (ofShape.length === 0) return [];
  let independent = (await linesOf(mistakes, [one])).filter((line) => !isThere(line));
  for (const value of right) {
    if (independent.length === 0) break;
    const lines = new Set(await linesOf(mistakes, [one, value]));
    independent = independent.filter((line) => lines.has(line));
  }
  const told = new Set(await linesOf(mistakes, [one, misshapen]));
  return [...ofShape, ...independent].filter((line) => !told.has(line));
}
