// SPDX-License-Identifier: Apache-2.0
import type { Report } from '@strata/toolchain';
import { join } from 'node:path';
import { workspaceRoot, type Instance } from '../instance.ts';
import type { RackSession } from '../rack/session.ts';
import { UserError } from '../user-error.ts';
import { wasInterrupted, type StackName } from './interrupted-update.ts';

/** The stacks of the sandbox environment: each needs the ones before it. */
export const sandboxStacks: readonly StackName[] = [
  { program: 'infra', stack: 'sandbox' },
  { program: 'kubevirt-stack', stack: 'sandbox' },
  { program: 'user-cluster', stack: 'sandbox.demo' },
];

/** Folder of a program, where `pulumi` is run. */
export function programFolder({ program }: StackName): string {
  return join(workspaceRoot, 'packages', program);
}

/**
 * Runs `pulumi up` for a stack, which is made if it does not exist. An update that was killed is
 * first put right: its lock goes, what it was about to create is looked for, and what it did create
 * is taken over instead of refused.
 *
 * @throws UserError when the update fails; what it did is kept.
 */
export async function updateStack(
  instance: Instance,
  session: RackSession,
  name: StackName,
  report: Report,
): Promise<void> {
  const { program, stack } = name;
  const cwd = programFolder(name);
  const pulumi = async (args: readonly string[], env: Record<string, string> = {}) => {
    const command = ['pulumi', ...args, '--stack', stack];
    const code = await session.run(command, { cwd, env });
    if (code === 0) return;
    throw new UserError(
      `"${command.join(' ')}" of ${program} failed (exit code ${code}); what it did is kept. Mend the cause above and run it again.`,
    );
  };
  const shown = ['pulumi', 'stack', '--show-name', '--stack', stack];
  if ((await session.run(shown, { cwd, stdio: 'ignore' })) !== 0) {
    await session.run(['pulumi', 'stack', 'init', stack, '--no-select'], { cwd });
  }
  if (wasInterrupted(instance, name)) {
    report.line(`\n==> ${program}: an update of ${stack} was interrupted; putting it right`);
    await pulumi(['cancel', '--yes']);
    await pulumi(['refresh', '--yes', '--skip-preview', '--clear-pending-creates']);
    // The setting becomes a part of the provider's state; the update below takes it out again.
    await pulumi(['up', '--yes', '--skip-preview'], { PULUMI_K8S_UPSERT_EXISTING_OBJECTS: 'true' });
  }
  report.line(`\n==> ${program}: pulumi up --stack ${stack}`);
  await pulumi(['up', '--yes', '--skip-preview']);
}
