// SPDX-License-Identifier: Apache-2.0
import { messageOf } from '@strata/contracts/message-of';
import * as pulumi from '@pulumi/pulumi';
import { readClusterState } from './cluster/cluster-state.ts';
import type { ClusterState } from './cluster/cluster-state.ts';
import type { LastRun } from './last-run.ts';

/**
 * Reads the cluster of this stack: the Kubernetes version that it runs, and its nodes.
 *
 * @returns undefined before the first run. Also undefined, with a warning, when the cluster does not
 * answer, because this run may be meant to repair it.
 */
export async function runningCluster(
  { kubeconfig }: LastRun,
  seconds = 15,
): Promise<ClusterState | undefined> {
  if (kubeconfig === undefined) return undefined;
  try {
    return await readClusterState(kubeconfig, seconds);
  } catch (error) {
    void pulumi.log.warn(
      `the running Kubernetes version is not known (${messageOf(error)}); KubeOne's plan is ` +
        'checked against the hosts instead before anything is changed',
    );
    return undefined;
  }
}
