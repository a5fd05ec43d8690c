// SPDX-License-Identifier: Apache-2.0
import { formatPath } from '@strata/contracts';
import type { EnvironmentFiles, PlanProblem } from './address-plan/index.ts';
import { pricesFile } from './cost/index.ts';
import { readPrices } from './read-prices.ts';
import { PlanError, WrongFile } from './report.ts';

/** Returns what is wrong with the price file of an environment: without it nobody can tell the cost. */
export function checkPrices(root: string, { name }: EnvironmentFiles): PlanProblem[] {
  try {
    readPrices(root, name);
    return [];
  } catch (error) {
    if (error instanceof WrongFile) {
      const { file, problems } = error;
      return problems.map(({ message, path }) => ({ file, path: formatPath(path), message }));
    }
    if (!(error instanceof PlanError)) throw error;
    const file = pricesFile(name);
    return [{ file, path: '', message: error.message.replace(`${file} `, '') }];
  }
}
