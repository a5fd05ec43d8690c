// SPDX-License-Identifier: Apache-2.0
import type * as pulumi from '@pulumi/pulumi';

/**
 * Arguments of the one Kubernetes provider through which a program reaches the infra cluster.
 *
 * @param kubeconfig - a secret, from the infra stack.
 * @param environment - names the cluster: as long as it stays, a rotated kubeconfig, even one with
 * another address, updates the provider in place and replaces nothing.
 * @see https://www.pulumi.com/registry/packages/kubernetes/api-docs/provider/
 */
export function infraProviderArgs(kubeconfig: pulumi.Output<string>, environment: string) {
  return {
    kubeconfig,
    clusterIdentifier: environment,
    // Every field belongs to whoever wrote it, so operators may fill in theirs.
    enableServerSideApply: true,
    // What the repository says wins over a hand that edited the same field.
    enablePatchForce: true,
    // The default of 50 requests per second makes every preview and drift check wait for itself.
    kubeClientSettings: { qps: 1_000, burst: 2_000 },
  };
}
