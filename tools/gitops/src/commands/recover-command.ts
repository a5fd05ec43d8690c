// SPDX-License-Identifier: Apache-2.0
import { GitopsError } from '../gitops-error.ts';
import { failure, pulumiContext } from '../run/stack-run.ts';
import { pulumi } from '../run/pulumi-process.ts';
import { policyFlags } from '../policies/index.ts';
import { findStack } from '../run/workspace.ts';
import { fileBackend } from '../state/file-backend.ts';
import { recoverySteps, updateEnd } from '../state/interrupted-update.ts';
import type { UpdateEnd } from '../state/interrupted-update.ts';
import type { Command } from './command.ts';
import { parseOptions } from './parse-arguments.ts';

const options = {
  stack: { type: 'string' },
  'no-update-runs': { type: 'boolean', default: false },
} as const;

/** Whether the last update may be put right; only a person knows what other machines do. */
function refuse(id: string, last: UpdateEnd | undefined, isSure: boolean): void {
  if (last?.end === 'running') {
    throw new GitopsError(
      `an update of ${id} is running (process ${last.pid}): wait until it is done`,
    );
  }
  if (isSure || (last !== undefined && last.end !== 'elsewhere')) return;
  const who =
    last === undefined
      ? 'a backend that is no folder does not say who has a lock'
      : `${last.lock.username ?? 'somebody'} on ${last.lock.hostname ?? 'another machine'} has locked it since ${last.lock.timestamp ?? 'some time'}`;
  throw new GitopsError(
    `${who}: make sure that no update of ${id} runs there, then add --no-update-runs`,
  );
}

/** The one documented way to put an interrupted update right. */
export const recoverCommand: Command = {
  usage: [
    'recover --stack ID [--no-update-runs]',
    'puts an update right that was killed or cancelled: drops its lock, looks for what it made, takes',
    'that over, and ends the update. --no-update-runs: when the lock is of another machine',
  ],
  run: async (args, context) => {
    const { values } = parseOptions(args, options);
    if (values.stack === undefined) throw new GitopsError('--stack is missing');
    const stack = findStack(context.workspace, values.stack);
    const { id } = stack;
    const backend = fileBackend(context.env);
    const last = backend === undefined ? undefined : updateEnd(backend, stack);
    refuse(id, last, values['no-update-runs']);
    const { cwd, env, signal } = pulumiContext(context, stack);
    const plain = { args: ['up', '--yes', '--skip-preview'], env: {} };
    for (const step of [...recoverySteps, plain]) {
      if (signal.aborted) return 1;
      const [command = ''] = step.args;
      const policies = command === 'up' ? policyFlags(context.workspace.root, stack) : [];
      const line = `pulumi ${step.args.join(' ')} --stack ${stack.stack}`;
      context.progress(`${id}: ${line}`);
      const result = await pulumi([...step.args, ...policies, '--stack', stack.stack], {
        cwd,
        env: { ...env, ...step.env },
        signal,
      });
      // There is no lock to drop after a cancelled update.
      if (result.code === 0 || command === 'cancel') continue;
      const { reason = '' } = failure(context, stack, { ...result, events: [] });
      throw new GitopsError(`${line} failed:\n${reason}`);
    }
    context.print(`${id} is whole again.`);
    return 0;
  },
};
