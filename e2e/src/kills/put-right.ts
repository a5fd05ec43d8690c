// SPDX-License-Identifier: Apache-2.0
import type { Captured } from '@strata/sandbox';
import type { KillLab } from './kill-lab.ts';
import type { Operation, Victim } from './kill-schedule.ts';

const id = 'user-cluster/sandbox.demo';

/** The command that docs/runbooks/interrupted-update.md has for an operation. */
const commands: Readonly<Record<Operation, readonly string[]>> = {
  create: ['recover', '--stack', id],
  roll: ['recover', '--stack', id],
  upgrade: ['recover', '--stack', id],
  destroy: ['recover', '--stack', id, '--destroy'],
};

/**
 * Runs the one documented command that puts an operation right.
 *
 * When the sandbox itself has ended, that is `npm start`, which brings up what its files say. A
 * cluster that was being destroyed has no file any more that says so: there the sandbox comes up as
 * a data centre does whose power is back, and the command is that of everywhere else.
 *
 * @returns what is wrong, if it did not succeed.
 */
export async function putRight(
  lab: KillLab,
  operation: Operation,
  victim: Victim,
): Promise<readonly string[]> {
  const say = (command: string, { code, stderr, stdout }: Captured) =>
    code === 0 ? [] : [`"${command}" failed: ${(stdout + stderr).trim().slice(-4_000)}`];
  if (victim === 'supervisor' && operation !== 'destroy') {
    return say('npm start', await lab.sandbox('start'));
  }
  if (victim === 'supervisor') {
    const power = say('npm run sandbox -- up', await lab.sandbox('up'));
    if (power.length > 0) return power;
    await lab.settle();
  }
  const command = commands[operation];
  return say(`gitops ${command.join(' ')}`, await lab.gitops(...command));
}
