// SPDX-License-Identifier: Apache-2.0
import { suggestion } from '@strata/contracts';
import type { EnvironmentFiles } from './address-plan/index.ts';
import { PlanError } from './report.ts';
import { readRepository } from './repository-files.ts';

/**
 * Returns the files of one environment.
 *
 * @throws PlanError when there is no such environment.
 */
export function findEnvironment(root: string, wanted: string): EnvironmentFiles {
  const { environments } = readRepository(root);
  const found = environments.find(({ name }) => name === wanted);
  if (found !== undefined) return found;
  const names = environments.map(({ name }) => name);
  throw new PlanError(`there is no environment "${wanted}"; ${suggestion(wanted, names)}`);
}
