// SPDX-License-Identifier: Apache-2.0
import type { RunContext } from '../run/stack-run.ts';
import { checkListedStates } from './check-listed-states.ts';
import { checkSecrets } from './check-secrets.ts';
import { checkStates } from './check-states.ts';
import { checkVersions } from './check-versions.ts';
import type { Check, Finding } from './finding.ts';

const checks: readonly Check[] = [checkVersions, checkSecrets, checkStates, checkListedStates];

/** Runs all checks and returns their findings. */
export async function examine(context: RunContext): Promise<Finding[]> {
  const found: Finding[] = [];
  for (const check of checks) found.push(...(await check(context)));
  return found;
}
