// SPDX-License-Identifier: Apache-2.0
import * as pulumi from '@pulumi/pulumi';
import { ClusterError, clusterReader } from './cluster-reader.ts';
import type { ClusterReader } from './cluster-reader.ts';

/**
 * Returns what `ask` reads from the infra cluster of an environment.
 *
 * @param kubeconfig - text of a kubeconfig that the stack `infra` exports.
 * @param options.seconds - time limit of each answer. @default 15
 * @throws RunError that says what to check when the cluster cannot be reached in time, refuses, or
 * does not answer with JSON.
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
      `${error.message}. Check that the infra cluster runs, and that the account of its stack's ` +
        'kubeconfig is still there. To make new tokens of the accounts, raise ' +
        'infra:access.generation and run: npx strata up <environment> --program infra',
    );
  }
}
