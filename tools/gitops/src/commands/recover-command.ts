// SPDX-License-Identifier: Apache-2.0
import type { Stack } from '@strata/nx-pulumi/stacks';
import { lastUpdate } from '../deploy/last-update.ts';
import { refuseOlder } from '../deploy/older-checkout.ts';
import { Repository } from '../deploy/repository.ts';
import { GitopsError } from '../gitops-error.ts';
import { judge } from '../run/preview-stack.ts';
import { failure, pulumiContext } from '../run/stack-run.ts';
import { pulumi, pulumiWithEvents } from '../run/pulumi-process.ts';
import { policyFlags } from '../policies/index.ts';
import { runStack } from '../run/run-stack.ts';
import { isGood } from '../run/run-stacks.ts';
import { currentCommit, findStack } from '../run/workspace.ts';
import { removeCutOffAttributes } from '../state/cut-off-attributes.ts';
import { fileBackend } from '../state/file-backend.ts';
import { adoption, firstSteps, updateEnd } from '../state/interrupted-update.ts';
import type { RecoveryStep, UpdateEnd } from '../state/interrupted-update.ts';
import type { Command, CommandContext } from './command.ts';
import { parseOptions } from './parse-arguments.ts';

const options = {
  stack: { type: 'string' },
  'no-update-runs': { type: 'boolean', default: false },
  destroy: { type: 'boolean', default: false },
  older: { type: 'boolean', default: false },
  'beyond-limits': { type: 'boolean', default: false },
} as const;

/** Refuses to repair an update that may still run; only a person knows what other machines do. */
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

/**
 * Refuses a checkout that is older than the commit of the last recorded update: the killed update, which
 * is in no record, was of that commit or of a newer one. Says which commit is brought up when it is
 * another one.
 */
async function judgeCheckout(context: CommandContext, stack: Stack): Promise<void> {
  if (context.mayBeOlder === true) return;
  const { root } = context.workspace;
  const { recorded } = await lastUpdate(context, stack, new Map());
  const refusal = refuseOlder(new Repository(root), { recorded });
  if (refusal !== undefined) throw new GitopsError(refusal);
  const [before, now] = [recorded?.commit, currentCommit(context.workspace)];
  if (before === undefined || before === now) return;
  context.progress(
    `${stack.id}: it was ${before.slice(0, 10)} before the interrupted update, and becomes ${now.slice(0, 10)}, without an approval`,
  );
}

/** Final update without adoption, which returns to normal settings. */
const plain: RecoveryStep = { args: ['up', '--yes', '--skip-preview'], env: {}, mayFail: false };

/**
 * Runs commands of Pulumi one after the other.
 *
 * @returns true when all were run; false when it was asked to stop.
 */
async function runSteps(
  context: CommandContext,
  stack: Stack,
  steps: readonly RecoveryStep[],
): Promise<boolean> {
  const { id } = stack;
  const { cwd, env, signal } = pulumiContext(context, stack);
  for (const { args, env: own, mayFail } of steps) {
    if (signal.aborted) return false;
    const [command = ''] = args;
    const policies = command === 'up' ? policyFlags(context.workspace.root, stack) : [];
    const line = `pulumi ${args.join(' ')} --stack ${stack.stack}`;
    context.progress(`${id}: ${line}`);
    const whole = [...args, ...policies, '--stack', stack.stack];
    const how = { cwd, env: { ...env, ...own }, signal };
    const run =
      command === 'cancel'
        ? { ...(await pulumi(whole, how)), events: [] }
        : await pulumiWithEvents(whole, how);
    if (run.code === 0) continue;
    const { reason = '' } = failure(context, stack, run);
    if (!mayFail) throw new GitopsError(`${line} failed:\n${reason}`);
    if (command !== 'cancel')
      context.progress(`${id}: that failed; the next command goes on without it:\n${reason}`);
  }
  return !signal.aborted;
}

/**
 * Says what the rest of the update does, and refuses it where it is more than the limits of its
 * environment allow: it may be of another commit than the one that was judged before it began. Where
 * the preview fails, for a part of the stack does not answer, only what it has planned is judged.
 */
async function judgeRest(context: CommandContext, stack: Stack, isAllowed: boolean): Promise<void> {
  const env = { ...context.env, ...adoption.env };
  context.progress(`${stack.id}: pulumi preview --stack ${stack.stack}`);
  const { findings } = await judge({ ...context, env }, stack, ['preview']);
  for (const line of findings.consequences ?? []) context.progress(`${stack.id}: ${line}`);
  const { outcome, reason = '' } = findings;
  if (outcome === 'refused' && !isAllowed) {
    throw new GitopsError(
      `${stack.id}: ${reason}\nCheck out the commit of the update, whose limits allow it. --beyond-limits goes on all the same.`,
    );
  }
  if (outcome === 'failed') {
    context.progress(
      `${stack.id}: the preview failed, so nobody has judged all of the update:\n${reason}`,
    );
  }
}

/** Completes a destroy, judged like the original one. */
async function endDestroy(context: CommandContext, stack: Stack): Promise<void> {
  context.progress(`${stack.id}: destroy ...`);
  const report = await runStack(context, stack, 'destroy');
  if (isGood(report)) return;
  throw new GitopsError(`${stack.id} is not destroyed:\n${report.reason ?? report.outcome}`);
}

/** Repairs an interrupted update; this is the only documented way. */
export const recoverCommand: Command = {
  usage: [
    'recover --stack ID [--destroy] [--no-update-runs] [--older] [--beyond-limits]',
    'puts an update right that was killed or cancelled: drops its lock, looks for what it made, takes',
    'that over, and ends the update, whose rest is judged by the limits of its environment.',
    '--destroy: it was a destroy, and ends it. --no-update-runs: when the lock is of another machine.',
    '--older: also takes back what a newer commit has deployed. --beyond-limits: does more than the',
    'limits allow',
  ],
  run: async (args, context) => {
    const { values } = parseOptions(args, options);
    if (values.stack === undefined) throw new GitopsError('--stack is missing');
    const stack = findStack(context.workspace, values.stack);
    const { env } = pulumiContext(context, stack);
    const backend = fileBackend(env);
    const last = backend === undefined ? undefined : updateEnd(backend, stack);
    refuse(stack.id, last, values['no-update-runs']);
    if (backend !== undefined) {
      for (const file of removeCutOffAttributes(backend, stack)) {
        context.progress(`${stack.id}: ${file} was cut off, and is removed: nothing needs it`);
      }
    }
    if (!values.destroy) await judgeCheckout({ ...context, mayBeOlder: values.older }, stack);
    if (!(await runSteps(context, stack, firstSteps))) return 1;
    if (values.destroy) await endDestroy(context, stack);
    else {
      await judgeRest(context, stack, values['beyond-limits']);
      if (!(await runSteps(context, stack, [adoption, plain]))) return 1;
    }
    context.print(`${stack.id} is ${values.destroy ? 'destroyed' : 'whole again'}.`);
    return 0;
  },
};
