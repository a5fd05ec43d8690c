// SPDX-License-Identifier: Apache-2.0
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import type { Instance } from '../instance.ts';

/** Environment variable of every command that is run in a rack: the folder of its sandbox. */
export const sandboxVariable = 'STRATA_SANDBOX';

/**
 * Returns the ids of processes that entered a rack from outside, such as a shell, or a Pulumi
 * provider whose CLI was killed. They are not descendants of the supervisor, so the kernel does not
 * end them with it.
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
        // The process ended meanwhile, or belongs to somebody else.
        return false;
      }
    });
}
