// SPDX-License-Identifier: Apache-2.0
import type { ScriptName } from './measured-scripts.ts';

/** Change of a script that does the same, so no test can notice it. */
export interface EquivalentChange {
  readonly script: ScriptName;
  /** Line of the script, trimmed. */
  readonly before: string;
  readonly after: string;
  readonly reason: string;
}

/** Equivalent changes, which count neither as killed nor as survived. A row that matches no change is reported. */
export const equivalentChanges: readonly EquivalentChange[] = [
  {
    script: 'drain',
    before: 'set -u',
    after: ':',
    reason: 'every variable that the script reads has a value',
  },
];
