// SPDX-License-Identifier: Apache-2.0
import type { PlanProblem } from '@strata/plan-check/address-plan';
import { checkPlan, planProblems } from '@strata/plan-check';
import { example, places } from './example.ts';
import { StacksCopy } from './stacks-copy.ts';
import { placeOf, stepsOf, withValue } from './yaml-text.ts';

/** The checks over the files of all environments. */
export function showChecks(root: string): string[] {
  return [...checkPlan(root).lines];
}

/** A place as editors take it, with the line that stands there. */
function placeLine(copy: StacksCopy, { file, path }: Pick<PlanProblem, 'file' | 'path'>): string {
  const { line, text } = placeOf(copy.read(file), stepsOf(path));
  return `${file}:${line}  ${text}`;
}

/**
 * A mistake in a copy of the files, and what the checks say of it: one cluster gets the addresses of
 * another one's pods.
 *
 * @throws Error when the example is not there.
 */
export function showMistake(root: string): string[] {
  using copy = new StacksCopy(root);
  const { file, neighbourFile } = example;
  const before = copy.read(file);
  const taken = placeOf(copy.read(neighbourFile), places.podCidr).text.replace(/^podCidr: /, '');
  copy.write(file, withValue(before, places.podCidr, taken));
  const { line, text } = placeOf(before, places.podCidr);
  const [problem] = planProblems(copy.root);
  if (problem === undefined) throw new Error(`nothing is wrong with ${taken} in ${file}`);
  const { message, other } = problem;
  return [
    `in a copy, ${file}:${line} "${text}" becomes "podCidr: ${taken}":`,
    placeLine(copy, problem),
    `  ${message}`,
    ...(other === undefined ? [] : [`${placeLine(copy, other)}  (the other side)`]),
  ];
}
