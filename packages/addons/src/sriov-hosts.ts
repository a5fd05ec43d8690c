// SPDX-License-Identifier: Apache-2.0
import * as pulumi from '@pulumi/pulumi';
import type { Manifest } from '@strata/manifests';
import type { SriovPolicyConfig } from './config/index.ts';
import { capableHosts } from './sriov-policies.ts';

type Labels = Readonly<Record<string, string>>;

/** Label of Linux hosts: the operator's daemon is a Linux image. */
const linux = { 'kubernetes.io/os': 'linux' } as const;

/**
 * Returns the labels by which the operator selects its hosts: those that the selectors of all policies
 * have in common. The own selector of each policy then selects the hosts whose cards it divides.
 */
export function sriovHosts(policies: readonly Pick<SriovPolicyConfig, 'nodeSelector'>[]): Labels {
  const selectors = policies.map(({ nodeSelector = capableHosts }): Labels => nodeSelector);
  const [first = {}, ...others] = selectors;
  const common = Object.entries(first).filter(([key, value]) =>
    others.every((other) => other[key] === value),
  );
  return { ...linux, ...Object.fromEntries(common) };
}

/**
 * Returns the operator's manifest with a selector for its hosts. Without one the operator selects
 * hosts with the label `node-role.kubernetes.io/worker`, which OpenShift sets but kubeadm and KubeOne
 * do not: it would find no host, run no daemon and do nothing, without an error.
 *
 * @throws RunError when the manifest has no SriovOperatorConfig.
 * @see https://github.com/k8snetworkplumbingwg/sriov-network-operator/blob/v1.6.0/controllers/helper.go (GetDefaultNodeSelector)
 * @see https://github.com/k8snetworkplumbingwg/sriov-network-operator/blob/v1.6.0/controllers/sriovnetworknodepolicy_controller.go (Reconcile)
 */
export function withSriovHosts(
  manifest: Manifest,
  policies: readonly Pick<SriovPolicyConfig, 'nodeSelector'>[],
): Manifest {
  const isSettings = ({ kind }: Manifest['objects'][number]) => kind === 'SriovOperatorConfig';
  if (!manifest.objects.some(isSettings)) {
    throw new pulumi.RunError('the manifest of sriov-network-operator has no SriovOperatorConfig.');
  }
  const objects = manifest.objects.map((object) =>
    isSettings(object)
      ? {
          ...object,
          spec: { ...(object.spec as object), configDaemonNodeSelector: sriovHosts(policies) },
        }
      : object,
  );
  return { ...manifest, objects };
}
