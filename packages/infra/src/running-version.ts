// SPDX-License-Identifier: Apache-2.0
import * as pulumi from '@pulumi/pulumi';
import { readClusterState } from './cluster/cluster-state.ts';
import { messageOf } from './message-of.ts';

interface OwnOutputs {
  readonly outputs?: { readonly kubeconfig?: unknown };
}

/** The kubeconfig that the last run of this stack gave, if there was one. */
async function lastKubeconfig(): Promise<string | undefined> {
  const name = `organization/${pulumi.getProject()}/${pulumi.getStack()}`;
  const answer = (await pulumi.runtime
    .invoke('pulumi:pulumi:readStackOutputs', { name })
    .catch(() => ({}))) as OwnOutputs;
  const kubeconfig = answer.outputs?.kubeconfig;
  return typeof kubeconfig === 'string' ? kubeconfig : undefined;
}

/**
 * The Kubernetes version that the cluster of this stack runs.
 *
 * @returns undefined before the first run, and, with a warning, when the cluster does not answer:
 * then it may be just what this run is to mend.
 */
export async function runningVersion(seconds = 15): Promise<string | undefined> {
  const kubeconfig = await lastKubeconfig();
  if (kubeconfig === undefined) return undefined;
  try {
    return (await readClusterState(kubeconfig, seconds)).kubernetes;
  } catch (error) {
    void pulumi.log.warn(
      `the running Kubernetes version is not known (${messageOf(error)}); KubeOne's plan is ` +
        'checked against the hosts instead before anything is changed',
    );
    return undefined;
  }
}
