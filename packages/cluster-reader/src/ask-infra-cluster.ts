// SPDX-License-Identifier: Apache-2.0
import * as pulumi from '@pulumi/pulumi';
import { ClusterError, clusterReader } from './cluster-reader.ts';
import type { ClusterReader } from './cluster-reader.ts';

/**
 * Asks the infra cluster of an environment something.
 *
 * @param kubeconfig - its text, as the stack `infra` exports it.
 * @param options.seconds - how long to wait for each answer. @default 15
 * @throws RunError saying what to look at when the cluster cannot be reached in time, refuses or
 * answers no JSON.
 */
export async function askInfraCluster<T>(
  kubeconfig: string,
  ask: (reader: ClusterReader) => Promise<T>,
  options: { readonly seconds?: number } = {},
): Promise<T> {
  try {
    return await ask(clusterReader(kubeconfig, options));
  } catch (error) {
    if (!(error instanceof ClusterError)) throw error;
    throw new pulumi.RunError(
      `${error.message}. Check that the infra cluster runs and that its stack's kubeconfig is still ` +
        'valid (pulumi -C packages/infra up renews it).',
    );
  }
}
