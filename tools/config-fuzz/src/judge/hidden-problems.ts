// SPDX-License-Identifier: Apache-2.0
import { formatPath } from '@strata/contracts';
import { rawConfigOf } from '../generate/generated-stacks.ts';
import type { Edit } from '../generate/edits.ts';
import type { TwoMistakes } from '../generate/two-mistakes.ts';
import { smallManifest } from '../programs/small-manifest.ts';
import { shapeProblems } from './objections.ts';
import { outcomeOf } from './outcome.ts';

/** A secret beside it keeps a value from being shown. */
const withoutValue = (line: string) => line.replace(/, got .*$/, '');

/** The lines that a configuration is refused with; empty if it is taken. */
async function linesOf({ shipped }: TwoMistakes, edits: readonly Edit[]): Promise<string[]> {
  const outcome = await outcomeOf(rawConfigOf({ shipped, edits }), smallManifest);
  if (outcome.end === 'crashed') throw outcome.error;
  const lines = outcome.end === 'refused' ? outcome.message.split('\n').slice(1) : [];
  return lines.map(withoutValue);
}

/**
 * Problems that somebody who made two mistakes is told of only when one of them is mended: what is
 * wrong with the shape of one value, and whatever else is wrong, be the right value what it may.
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
