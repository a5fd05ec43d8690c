// SPDX-License-Identifier: Apache-2.0
import { kubernetesTools } from '@strata/sandbox/kubernetes-versions';
import type { KubernetesMinor } from '@strata/sandbox/kubernetes-versions';
import { resolveToolchain } from '@strata/toolchain';
import { minorOf } from '@strata/contracts/versions';
import { ProveError } from './prove-error.ts';

/** Program of the toolchain. */
export interface UsedTool {
  readonly path: string;
  readonly version: string;
}

/** Programs that a trial runs. */
export interface UsedTools {
  readonly restic: UsedTool;
  readonly etcdutl: UsedTool;
  readonly etcd: UsedTool;
  readonly apiServer: UsedTool;
}

function minorFor(kubernetes: string): KubernetesMinor {
  const minor = minorOf(kubernetes);
  if (minor in kubernetesTools) return minor as KubernetesMinor;
  const known = Object.keys(kubernetesTools).join(', ');
  throw new ProveError(`There is no API server of Kubernetes ${minor} to try with, only ${known}.`);
}

/**
 * Returns the programs of the toolchain that a trial runs; it builds nothing.
 *
 * @param kubernetes - version of the cluster, whose minor the API server has.
 * @throws ToolchainError naming the command that builds what is missing.
 */
export async function toolsOf(kubernetes: string, env: NodeJS.ProcessEnv): Promise<UsedTools> {
  const server = kubernetesTools[minorFor(kubernetes)];
  const all = await resolveToolchain({ tools: ['etcd', 'etcd-clients', 'restic', server], env });
  return {
    restic: all.get('restic', 'restic'),
    etcdutl: all.get('etcd-clients', 'etcdutl'),
    etcd: all.get('etcd', 'etcd'),
    apiServer: all.get(server, 'kube-apiserver'),
  };
}
