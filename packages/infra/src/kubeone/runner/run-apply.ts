// SPDX-License-Identifier: Apache-2.0
import { join } from 'node:path';
import { cutOffUpdate, describeLock } from './cut-off-update.ts';
import { hintFor } from './exit-codes.ts';
import { RunnerError } from './find-kubeone.ts';
import { actionsIn, checkPlan } from './kubeone-plan.ts';
import type { GivenKeys } from './given-keys.ts';
import { runKubeone } from './run-command.ts';
import { kubeoneEnv, previousOutputVariable, runVariables } from './run-variables.ts';
import type { Workspace } from './workspace.ts';

/** What a run hands back, as JSON on standard output; a secret, as the kubeconfig is in it. */
export interface ApplyResult {
  readonly kubeconfig: string;
  /** What KubeOne said it would do, and has done. */
  readonly changes: readonly string[];
  /** When it ended, such as `2026-01-31T12:00:00.000Z`; runs of former versions did not say. */
  readonly endedAt?: string;
  /** What its nodes have been given by the configuration; runs of former versions did not say. */
  readonly given?: GivenKeys;
}

/** What both steps share. */
export interface Apply {
  readonly workspace: Workspace;
  readonly env: NodeJS.ProcessEnv;
  /** Gets every line of progress, without secrets. */
  readonly report: (line: string) => void;
}

/** A refusal to ask, because there is no terminal, is how a plan without consent ends. */
const planned = 'not running in the terminal';

const lastLines = (text: string) => text.split('\n').slice(-5).join('\n').trim();

async function plan({ workspace, env, report }: Apply): Promise<string[]> {
  report('strata: asking KubeOne what it would do; nothing is changed yet');
  const { folder, args } = workspace;
  const result = await runKubeone({
    args: ['apply', ...args, '--backup', join(folder, 'plan.tar.gz')],
    cwd: folder,
    env: kubeoneEnv(env),
  });
  const isPlan = result.exitCode === 0 || result.stderr.includes(planned);
  if (!isPlan) {
    throw new RunnerError(
      `KubeOne cannot say what it would do (exit code ${result.exitCode}): ` +
        `${hintFor(result.exitCode)}. Nothing was changed.\n${lastLines(result.stderr)}`,
      result.exitCode,
    );
  }
  const actions = actionsIn(result.stdout);
  for (const action of actions) report(`strata: planned ${action}`);
  return actions;
}

function carryOutWith({ workspace, env, report }: Apply, flags: readonly string[]) {
  const { folder, args } = workspace;
  const backup = env[runVariables.pkiBackup] ?? join(folder, 'pki.tar.gz');
  return runKubeone({
    args: ['apply', ...args, '--auto-approve', ...flags, '--backup', backup],
    cwd: folder,
    env: kubeoneEnv(env),
    onLine: report,
  });
}

async function carryOut(apply: Apply): Promise<string[]> {
  let result = await carryOutWith(apply, []);
  const cutOff = result.exitCode === 0 ? undefined : cutOffUpdate(result.stderr);
  if (cutOff !== undefined && cutOff.locked.length > 0) {
    throw new RunnerError(describeLock(cutOff.locked), result.exitCode);
  }
  if (cutOff?.isHalfDone === true) {
    apply.report(
      'strata: an earlier update was cut off: KubeOne goes over all hosts once more (--force-upgrade)',
    );
    result = await carryOutWith(apply, ['--force-upgrade']);
  }
  if (result.exitCode !== 0) {
    throw new RunnerError(
      `kubeone apply stopped with exit code ${result.exitCode}: ${hintFor(result.exitCode)}. ` +
        'What it has done stays; mend the reason and run pulumi up again, it goes on from there.',
      result.exitCode,
    );
  }
  return actionsIn(result.stdout);
}

async function readKubeconfig({ workspace, env }: Apply): Promise<string> {
  const result = await runKubeone({
    args: ['kubeconfig', ...workspace.args],
    cwd: workspace.folder,
    env: kubeoneEnv(env),
  });
  if (result.exitCode === 0) return `${result.stdout.trim()}\n`;
  throw new RunnerError(
    `the cluster is there, but kubeone kubeconfig stopped with exit code ${result.exitCode}: ` +
      `${hintFor(result.exitCode)}. Run pulumi up again.`,
    result.exitCode,
  );
}

/**
 * Asks for KubeOne's plan, refuses what nobody can have meant, carries it out and reads the
 * kubeconfig back.
 *
 * @param given - what the manifest gives to nodes.
 * @throws RunnerError saying what stopped, and how to go on.
 */
export async function runApply(apply: Apply, given: GivenKeys): Promise<ApplyResult> {
  const hasPrevious = (apply.env[previousOutputVariable] ?? '') !== '';
  checkPlan(await plan(apply), hasPrevious);
  const changes = await carryOut(apply);
  const kubeconfig = await readKubeconfig(apply);
  return { kubeconfig, changes, endedAt: new Date().toISOString(), given };
}
