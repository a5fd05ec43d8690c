// SPDX-License-Identifier: Apache-2.0
import { processesWhere } from '../processes.ts';

/** The variable by which all processes of a run are known: they hand it down. */
export const runVariable = 'GITHUB_RUN_ID';

const processesOf = (run: string) =>
  processesWhere(({ env }) => env.includes(`${runVariable}=${run}`));

/** Ends every process of a run at once and without a word, as when a runner loses power. */
export function killRun(run: string): void {
  for (let left = processesOf(run); left.length > 0; left = processesOf(run)) {
    for (const pid of left) {
      try {
        process.kill(pid, 'SIGKILL');
      } catch {
        // It has ended meanwhile.
      }
    }
  }
}
