// SPDX-License-Identifier: Apache-2.0
import { join } from 'node:path';
import { carriedOut } from '../carried-out.ts';
import { cutOffUpdate, describeLock } from './cut-off-update.ts';
import type { DrainWatch } from './drain-watch.ts';
import { adviceFor, adviceForPlan, hintFor } from './exit-codes.ts';
import { RunnerError } from './find-kubeone.ts';
import { keepFormerCopy } from './former-copy.ts';
import { hide } from './hidden-texts.ts';
import { actionsIn, checkPlan, refuseBrokenHosts } from './kubeone-plan.ts';
import type { GivenKeys } from './given-keys.ts';
import { runKubeone } from './run-command.ts';
import { kubeoneEnv, previousOutputVariable, runVariables } from './run-variables.ts';
import type { Workspace } from './workspace.ts';

/** Result of a run, printed as JSON on standard output; a secret, because it contains the kubeconfig. */
export interface ApplyResult {
  readonly kubeconfig: string;
  /** Actions that KubeOne has announced and carried out. */
  readonly changes: readonly string[];
  /** End of the run, such as `2026-01-31T12:00:00.000Z`; absent in results of older versions. */
  readonly endedAt?: string;
  /** Keys that the configuration has set on nodes; absent in results of older versions. */
  readonly given?: GivenKeys;
}

/** Environment of a run, shared by all its steps. */
export interface Apply {
  readonly workspace: Workspace;
  readonly env: NodeJS.ProcessEnv;
  /** Receives every line of progress, and hides secrets in it. */
  readonly report: (line: string) => void;
  /** Follows the drains of hosts. */
  readonly drains: DrainWatch;
}

/** Part of the error with which KubeOne ends after its plan, because it has no terminal to ask for consent. */
const planned = 'not running in the terminal';

/** Exit code of a run that Strata has ended: that of a step that failed. */
const stoppedExit = 10;

const lastLines = (text: string) => text.split('\n').slice(-5).join('\n').trim();

async function plan({ workspace, env, report }: Apply): Promise<string[]> {
  report('strata: asking KubeOne what it would do; nothing is changed yet');
  const { folder, args } = workspace;
  const result = await runKubeone({
    args: ['apply', ...args, '--backup', join(folder, 'plan.tar.gz')],
    cwd: folder,
    env: kubeoneEnv(env),
  });
  refuseBrokenHosts(result.stderr);
  const isPlan = result.exitCode === 0 || result.stderr.includes(planned);
  if (!isPlan) {
    throw new RunnerError(
      `KubeOne cannot say what it would do (exit code ${result.exitCode}): ` +
        `${hintFor(result.exitCode, result.stderr)}. Nothing was changed.${adviceForPlan(result.stderr)}\n${hide(lastLines(result.stderr), workspace.secrets)}`,
      result.exitCode,
    );
  }
  const actions = actionsIn(result.stdout);
  for (const action of actions) report(`strata: planned ${action}`);
  return actions;
}

function carryOutWith({ workspace, env, report, drains }: Apply, flags: readonly string[]) {
  const { folder, args } = workspace;
  const backup = env[runVariables.pkiBackup] ?? join(folder, 'pki.tar.gz');
  return runKubeone({
    args: ['apply', ...args, '--auto-approve', ...flags, '--backup', backup],
    cwd: folder,
    env: kubeoneEnv(env),
    onLine: report,
    drains,
  });
}

/**
 * Says what happens to Secrets where an update stops that switches encryption at rest on. KubeOne takes it as switched
 * on as soon as one API server has keys, and then writes no Secret again.
 *
 * @see https://github.com/kubermatic/kubeone/blob/v1.14.2/pkg/state/context.go `ShouldEnableEncryption`
 */
const aboutSecrets = (planned: readonly string[]) =>
  carriedOut(planned).rewritesSecrets
    ? ' This update was to encrypt the Secrets that etcd has in clear text. KubeOne may leave them so when it ' +
      'continues; previews say when: docs/bare-metal.md#encryption-at-rest-that-is-switched-on.'
    : '';

async function carryOut(apply: Apply, actions: readonly string[]): Promise<string[]> {
  const backup = apply.env[runVariables.pkiBackup];
  const former = backup === undefined ? undefined : keepFormerCopy(backup);
  if (former !== undefined) {
    apply.report(`strata: the copy of the keys of an earlier run is now ${former}`);
  }
  let result = await carryOutWith(apply, []);
  const cutOff = result.exitCode === 0 ? undefined : cutOffUpdate(result.stderr);
  if (cutOff !== undefined && cutOff.locked.length > 0) {
    throw new RunnerError(describeLock(cutOff.locked), result.exitCode);
  }
  if (cutOff?.isHalfDone === true) {
    apply.report(
      'strata: an earlier update was interrupted: KubeOne goes over all hosts once more (--force-upgrade)',
    );
    result = await carryOutWith(apply, ['--force-upgrade']);
  }
  if (result.stopped !== undefined) {
    throw new RunnerError(`${result.stopped}${aboutSecrets(actions)}`, stoppedExit);
  }
  if (result.exitCode !== 0) {
    throw new RunnerError(
      `kubeone apply stopped with exit code ${result.exitCode}: ${adviceFor(result.exitCode, result.stderr)}${aboutSecrets(actions)}`,
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
      `${hintFor(result.exitCode, result.stderr)}. Run pulumi up again.`,
    result.exitCode,
  );
}

/**
 * Asks KubeOne for its plan, checks the plan, carries it out and reads the kubeconfig.
 *
 * @param given - keys of labels and annotations that the manifest sets on nodes.
 * @throws RunnerError that says what failed and how to continue.
 */
export async function runApply(apply: Apply, given: GivenKeys): Promise<ApplyResult> {
  const hasPrevious = (apply.env[previousOutputVariable] ?? '') !== '';
  const actions = await plan(apply);
  checkPlan(actions, hasPrevious);
  const changes = await carryOut(apply, actions);
  const kubeconfig = await readKubeconfig(apply);
  return { kubeconfig, changes, endedAt: new Date().toISOString(), given };
}
