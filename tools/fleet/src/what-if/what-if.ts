// SPDX-License-Identifier: Apache-2.0
import { WrongCommandLine } from '@strata/plan-check';
import { collectFleet } from '../collect/collect-fleet.ts';
import { describeAnswer } from './describe-answer.ts';
import { askQuestion } from './questions.ts';

/** Question of somebody. */
export interface Asked {
  readonly question: string;
  readonly values: readonly string[];
  /** Names of environments; empty means all. */
  readonly environments: readonly string[];
  readonly json: boolean;
}

/** Answer as text or as JSON. */
export interface Said {
  readonly text: string;
  /** Whether all files could be read that it is made of. */
  readonly isComplete: boolean;
}

/**
 * Returns the answer to a question about the files of a repository.
 *
 * @throws WrongCommandLine when there is no such question, value or environment, naming those that exist.
 */
export function whatIf(root: string, { environments, json, question, values }: Asked): Said {
  const { problem, value } = askQuestion(collectFleet(root, environments), question, values);
  if (problem !== undefined) throw new WrongCommandLine(problem);
  const text = json ? JSON.stringify(value, undefined, 2) : describeAnswer(value).join('\n');
  return { text, isComplete: value.isComplete };
}
