// SPDX-License-Identifier: Apache-2.0
import { readReports } from '@strata/gitops';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ask } from './ask.ts';
import type { LiveStack } from './live-schema.ts';
import { SayableError } from './say-problem.ts';

/** Folder into which jobs and `npx strata` write their reports. */
const folder = '.strata/reports';

type Report = NonNullable<LiveStack['report']>;

/**
 * Returns the last report of each stack by the id of the stack; a function, for a folder that
 * cannot be read is the answer for all of them.
 */
export async function askReports(
  root: string,
): Promise<(stack: string) => Promise<Report | undefined>> {
  const path = join(root, folder);
  if (!existsSync(path)) return () => Promise.resolve(undefined);
  const all = await ask('report', folder, () => {
    try {
      return new Map(readReports(path).map((one) => [`${one.program}/${one.stack}`, one]));
    } catch {
      throw new SayableError('the reports cannot be read: delete the folder, and check for drift');
    }
  });
  return async (id) => {
    if (all.value === undefined)
      return ask('report', folder, () => {
        throw new SayableError(all.problem ?? 'the reports cannot be read');
      });
    const found = all.value.get(id);
    if (found === undefined) return undefined;
    const { commit, drift, operation, outcome, startedAt } = found;
    return ask('report', `${folder}/${id}.json`, () => ({
      operation,
      outcome,
      commit,
      startedAt,
      driftedFields: drift.length,
    }));
  };
}
