// SPDX-License-Identifier: Apache-2.0
import { basename } from 'node:path';
import { runVariable } from '../gitops/killed-run.ts';
import { processesWhere } from '../processes.ts';
import type { KillLab, Running } from './kill-lab.ts';
import type { Kill, Victim } from './kill-schedule.ts';

/** How a process of the operation is known, by its command line. */
const ofTheRun: Readonly<Partial<Record<Victim, (command: readonly string[]) => boolean>>> = {
  pulumi: ([program = '']) => basename(program) === 'pulumi',
  'kubernetes-provider': ([program = '']) => basename(program) === 'pulumi-resource-kubernetes',
  'strata-provider': (command) =>
    command.some((word) => word.endsWith('/strata-provider/plugin/../src/main.ts')),
};

/** Ids of the processes that a kill could mean now. */
async function candidates(lab: KillLab, run: Running, victim: Victim): Promise<readonly number[]> {
  const matches = ofTheRun[victim];
  if (matches === undefined) {
    const pid = await lab.pidOf(victim);
    return pid === undefined ? [] : [pid];
  }
  const mark = `${runVariable}=${run.mark}`;
  return processesWhere(({ command, env }) => matches(command) && env.includes(mark));
}

/**
 * Kills a process at once and without a word.
 *
 * @returns whether there was one.
 */
export async function strike(
  lab: KillLab,
  run: Running,
  { pick, victim }: Pick<Kill, 'pick' | 'victim'>,
): Promise<boolean> {
  const pids = await candidates(lab, run, victim);
  const pid = pids[Math.min(Math.floor(pick * pids.length), pids.length - 1)];
  if (pid === undefined) return false;
  try {
    process.kill(pid, 'SIGKILL');
    return true;
  } catch {
    // It has ended meanwhile.
    return false;
  }
}
