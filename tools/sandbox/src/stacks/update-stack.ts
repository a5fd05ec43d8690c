// SPDX-License-Identifier: Apache-2.0
import { policyFlags } from '@strata/gitops/policies';
import { recoverySteps, updateEnd } from '@strata/gitops/state';
import type { Report } from '@strata/toolchain';
import { join } from 'node:path';
import { workspaceRoot, type Instance } from '../instance.ts';
import type { RackSession } from '../rack/session.ts';
import { UserError } from '../user-error.ts';

/** One stack: an instance of a program, for which `pulumi up` is run. */
export interface StackName {
  readonly program: string;
  readonly stack: string;
}

/** Stacks of the sandbox environment, in order: each one needs those before it. */
export const sandboxStacks: readonly StackName[] = [
  { program: 'infra', stack: 'sandbox' },
  { program: 'kubevirt-stack', stack: 'sandbox' },
  { program: 'user-cluster', stack: 'sandbox.demo' },
];

/** Returns the folder of a program, in which `pulumi` is run. */
export function programFolder({ program }: StackName): string {
  return join(workspaceRoot, 'packages', program);
}

/**
 * Returns the flags by which a preview or an update is checked with the policies, at the level that
 * the stack's environment sets.
 */
export function judgedBy({ program, stack }: StackName): string[] {
  const [environment = ''] = stack.split('.');
  return policyFlags(workspaceRoot, { program, environment });
}

/**
 * Runs `pulumi up` for a stack, checked by the policies, and creates the stack if it does not
 * exist. Repairs the stack first if the last update was killed or failed: what it was making then may exist.
 *
 * @throws UserError when the update fails (what it did is kept), or when another one is running.
 */
export async function updateStack(
  instance: Instance,
  session: RackSession,
  name: StackName,
  report: Report,
): Promise<void> {
  const { program, stack } = name;
  const cwd = programFolder(name);
  const pulumi = async (
    args: readonly string[],
    env: Readonly<Record<string, string>> = {},
    mayFail = false,
  ) => {
    const judged = args[0] === 'up' ? judgedBy(name) : [];
    const command = ['pulumi', ...args, ...judged, '--stack', stack];
    const code = await session.run(command, { cwd, env });
    if (code === 0 || mayFail) return;
    throw new UserError(
      `"${command.join(' ')}" of ${program} failed (exit code ${code}); what it did is kept. Mend the cause above and run it again.`,
    );
  };
  const shown = ['pulumi', 'stack', '--show-name', '--stack', stack];
  if ((await session.run(shown, { cwd, stdio: 'ignore' })) !== 0) {
    await session.run(['pulumi', 'stack', 'init', stack, '--no-select'], { cwd });
  }
  // The rack has another host name than the machine, but the same processes.
  const last = updateEnd(instance.pulumiStateDir, name, () => true);
  if (last.end === 'running') {
    throw new UserError(
      `Another update of ${program}/${stack} is running (process ${last.pid}): wait until it is done.`,
    );
  }
  if (last.end !== 'whole') {
    const how = last.end === 'failed' ? 'failed' : 'was interrupted';
    report.line(`\n==> ${program}: the last update of ${stack} ${how}; putting it right`);
    for (const { args, env, mayFail } of recoverySteps) await pulumi(args, env, mayFail);
  }
  report.line(`\n==> ${program}: pulumi up --stack ${stack}`);
  await pulumi(['up', '--yes', '--skip-preview']);
}
