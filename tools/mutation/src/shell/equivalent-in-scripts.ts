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
  {
    script: 'keep-node',
    before: 'set -u',
    after: ':',
    reason: 'every variable that the script reads has a value, or says what it is without one',
  },
  {
    script: 'keep-node',
    before: 'ip address del "$before/32" dev lo 2> /dev/null || :',
    after: 'ip address del "$before/32" dev lo 2> /dev/null && :',
    reason: 'nothing reads the exit code; the script cannot change without a roll of all VMs',
  },
  {
    script: 'keep-node',
    before: 'missing=no',
    after: "missing=''",
    reason: 'the script asks only whether it is yes',
  },
];
