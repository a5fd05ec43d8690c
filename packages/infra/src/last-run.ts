// SPDX-License-Identifier: Apache-2.0
import * as pulumi from '@pulumi/pulumi';

/** Outputs of the last run of this stack. */
export interface LastRun {
  /** Kubeconfig of cluster-admin. */
  readonly kubeconfig?: string;
  /** Names of the hosts that were nodes after that run. */
  readonly nodes: readonly string[];
}

interface OwnOutputs {
  readonly outputs?: { readonly kubeconfig?: unknown; readonly hosts?: unknown };
}

function namesIn(hosts: unknown): string[] {
  if (!Array.isArray(hosts)) return [];
  return hosts.flatMap((host: { readonly name?: unknown }) =>
    typeof host.name === 'string' ? [host.name] : [],
  );
}

/** Reads the outputs of this stack; before the first run there are none. */
export async function readLastRun(): Promise<LastRun> {
  const name = `organization/${pulumi.getProject()}/${pulumi.getStack()}`;
  const answer = (await pulumi.runtime
    .invoke('pulumi:pulumi:readStackOutputs', { name })
    .catch(() => ({}))) as OwnOutputs;
  const { kubeconfig, hosts } = answer.outputs ?? {};
  return {
    ...(typeof kubeconfig === 'string' && { kubeconfig }),
    nodes: namesIn(hosts),
  };
}
