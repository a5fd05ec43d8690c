// SPDX-License-Identifier: Apache-2.0
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import type { Instance } from '../instance.ts';

/** Environment variable that every command run in a rack has: the folder of its sandbox. */
export const sandboxVariable = 'STRATA_SANDBOX';

/**
 * Processes that entered a rack from outside, such as a shell, or a Pulumi provider whose CLI was
 * killed. They are not the supervisor's descendants, so the kernel does not end them with it.
 */
export function findEnteredProcesses(instance: Instance): number[] {
  const outside = readlinkSync('/proc/self/ns/net');
  const mark = `\0${sandboxVariable}=${instance.dir}\0`;
  return readdirSync('/proc')
    .filter((entry) => /^\d+$/.test(entry))
    .map(Number)
    .filter((pid) => {
      try {
        if (readlinkSync(`/proc/${pid}/ns/net`) === outside) return false;
        return `\0${readFileSync(`/proc/${pid}/environ`, 'utf8')}`.includes(mark);
      } catch {
        // It ended while it was looked at, or belongs to somebody else.
        return false;
      }
    });
}
