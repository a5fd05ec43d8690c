// SPDX-License-Identifier: Apache-2.0
import { suggestion } from '@strata/contracts';
import { formatPlanProblem } from './address-plan/index.ts';
import type { EnvironmentFiles } from './address-plan/index.ts';
import { PlanError } from './report.ts';
import { readRepository } from './repository-files.ts';

/**
 * Returns the files of an environment, where all of them could be read: what is in the others would be
 * missing from an answer without a word.
 *
 * @throws PlanError naming those that could not.
 */
export function requireRead(files: EnvironmentFiles): EnvironmentFiles {
  if (files.unread === undefined) return files;
  throw new PlanError(files.unread.map(formatPlanProblem).join('\n'));
}

/**
 * Returns the files of one environment.
 *
 * @throws PlanError when there is no such environment, or one of its files cannot be read.
 */
export function findEnvironment(root: string, wanted: string): EnvironmentFiles {
  const { environments } = readRepository(root);
  const found = environments.find(({ name }) => name === wanted);
  if (found !== undefined) return requireRead(found);
  const names = environments.map(({ name }) => name);
  throw new PlanError(`there is no environment "${wanted}"; ${suggestion(wanted, names)}`);
}
