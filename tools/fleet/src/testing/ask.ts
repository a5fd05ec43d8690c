// SPDX-License-Identifier: Apache-2.0
import type { Environment, Fleet } from '../model.ts';
import type { Answer } from '../what-if/answer.ts';
import { askQuestion } from '../what-if/questions.ts';
import { smallFleet } from './small-fleet.ts';

const [found] = smallFleet.environments;
if (found === undefined) throw new Error('the small fleet has no environment');

/** The environment of the small fleet. */
export const prod: Environment = found;

/** Returns the answer to a question that has one. */
export function answer(fleet: Fleet, name: string, ...values: string[]): Answer {
  const { problem, value } = askQuestion(fleet, name, values);
  if (value === undefined) throw new Error(problem);
  return value;
}

/** Finding about the cluster of the small fleet whose file is wrong. */
export const bank = ['bad', 'not in this answer: the cluster "bank": the file is wrong'];

/** Returns the tone and the text of each finding. */
export const sentences = ({ findings }: Answer) => findings.map(({ text, tone }) => [tone, text]);
/** Returns what each commit is for, and what it changes where. */
export const stepLines = ({ steps }: Answer) =>
  steps.map(({ change, environment, file, text }) => [environment, text, file, change]);
