// SPDX-License-Identifier: Apache-2.0
import type * as pulumi from '@pulumi/pulumi';

/**
 * Returns the arguments of the one Kubernetes provider with which a program reaches the infra
 * cluster.
 *
 * @param kubeconfig - a secret, from the infra stack.
 * @param environment - identifies the cluster: as long as it stays the same, a rotated kubeconfig,
 * even one with another address, updates the provider in place and replaces nothing.
 * @see https://www.pulumi.com/registry/packages/kubernetes/api-docs/provider/
 */
export function infraProviderArgs(kubeconfig: pulumi.Output<string>, environment: string) {
  return {
    kubeconfig,
    clusterIdentifier: environment,
    // Every field belongs to its writer, so operators may fill in their own.
    enableServerSideApply: true,
    // The repository's value wins over a manual edit of the same field.
    enablePatchForce: true,
    // With the default of 50 requests per second, previews and drift checks would wait for the
    // limit.
    kubeClientSettings: { qps: 1_000, burst: 2_000 },
  };
}
