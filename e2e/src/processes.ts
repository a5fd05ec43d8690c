// SPDX-License-Identifier: Apache-2.0
import { readdirSync, readFileSync } from 'node:fs';

/** Command line and environment that a process was started with. */
export interface ProcessStart {
  readonly command: readonly string[];
  /** `NAME=value` */
  readonly env: readonly string[];
}

const read = (pid: number, file: string) =>
  readFileSync(`/proc/${pid}/${file}`, 'utf8').split('\0');

/** Ids of processes that were started in some way; those of others, or that end, are passed by. */
export function processesWhere(matches: (start: ProcessStart) => boolean): number[] {
  return readdirSync('/proc')
    .filter((entry) => /^\d+$/.test(entry))
    .map(Number)
    .filter((pid) => {
      try {
        return matches({
          command: read(pid, 'cmdline'),
          // Read only if it is asked for: of a command line anybody may know, of this only its user.
          get env() {
            return read(pid, 'environ');
          },
        });
      } catch {
        return false;
      }
    });
}

/** Ids of the processes of a running machine's guest, by the UID of the machine's VMI. */
export function guestProcesses(uid: string): number[] {
  return processesWhere(({ command }) =>
    command.some((part) => part.endsWith(`/guests/${uid}/boot.json`)),
  );
}
