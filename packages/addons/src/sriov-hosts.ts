// SPDX-License-Identifier: Apache-2.0
import * as pulumi from '@pulumi/pulumi';
import type { SriovPolicyConfig } from '@strata/contracts';
import type { Manifest } from '@strata/manifests';
import { capableHosts } from './sriov-policies.ts';

type Labels = Readonly<Record<string, string>>;

/** The operator's daemon is an image for Linux. */
const linux = { 'kubernetes.io/os': 'linux' } as const;

/**
 * Labels of the hosts that the operator looks at: those that the hosts of all policies have in common.
 * Which of them a policy divides the cards of, its own selector says.
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
 * The operator's manifest, with the hosts that it is for. Told nothing, it is for those with the label
 * `node-role.kubernetes.io/worker`, which OpenShift gives to hosts and kubeadm and KubeOne do not: it
 * would find none, run no daemon and do nothing, without an error.
 *
 * @throws RunError when the manifest has no settings of the operator.
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
