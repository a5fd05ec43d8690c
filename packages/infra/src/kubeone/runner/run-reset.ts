// SPDX-License-Identifier: Apache-2.0
import { hintFor } from './exit-codes.ts';
import { RunnerError } from './find-kubeone.ts';
import { clusterNameIn } from './one-at-a-time.ts';
import type { Apply } from './run-apply.ts';
import { runKubeone } from './run-command.ts';
import { kubeoneEnv, runVariables } from './run-variables.ts';

/**
 * Flags that keep `kubeone reset` from deleting things by the API before it touches a host: volumes on
 * the storage, load balancers and machines of a cloud. Volumes shall stay, and the API may be dead.
 *
 * @see https://github.com/kubermatic/kubeone/blob/v1.14.2/pkg/cmd/reset.go
 */
const leftAlone = [
  '--destroy-workers=false',
  '--remove-volumes=false',
  '--remove-lb-services=false',
] as const;

/**
 * Removes Kubernetes from the hosts, if the configuration confirms it with the name of the cluster.
 *
 * @throws RunnerError when the name is missing or wrong, or when KubeOne fails.
 */
export async function runReset({ workspace, env, report }: Apply, manifest: string): Promise<void> {
  const name = clusterNameIn(manifest);
  const allowed = env[runVariables.resetOf];
  if (allowed !== name) {
    throw new RunnerError(
      `the cluster ${name} is not reset: config.infra:kubeone.allowResetOf names ` +
        `${allowed ?? 'no cluster'}.`,
    );
  }
  const result = await runKubeone({
    args: ['reset', ...workspace.args, '--auto-approve', '--remove-binaries', ...leftAlone],
    cwd: workspace.folder,
    env: kubeoneEnv(env),
    onLine: report,
  });
  if (result.exitCode === 0) return;
  throw new RunnerError(
    `kubeone reset stopped with exit code ${result.exitCode}: ${hintFor(result.exitCode, result.stderr)}. ` +
      'Fix the cause and run pulumi destroy again.',
    result.exitCode,
  );
}
