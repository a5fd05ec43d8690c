// SPDX-License-Identifier: Apache-2.0
import type { Host, KubevirtStackOutputs } from '@strata/contracts';
import { fittingHosts } from './fitting-hosts.ts';
import { toleratedHosts } from './tolerated-hosts.ts';

/** What every pod of virt-handler tolerates, whatever is configured. */
const ownTolerations = [{ key: 'CriticalAddonsOnly', operator: 'Exists' }] as const;

/**
 * Returns the hosts on which KubeVirt runs VMs: those that take virt-handler, for the pod of a VM asks for a
 * label that only virt-handler sets. Of its node selector, names and zones of hosts count.
 *
 * @param workloads - all hosts take it if that is not known.
 * @see https://github.com/kubevirt/kubevirt/blob/v1.9.0/pkg/virt-controller/services/nodeselectorrenderer.go `NewNodeSelectorRenderer`
 * @see https://github.com/kubevirt/kubevirt/blob/v1.9.0/pkg/virt-operator/resource/apply/apps.go `syncDaemonSet`
 */
export function machineHosts<T extends Pick<Host, 'name' | 'zone' | 'taints'>>(
  hosts: readonly T[],
  workloads: KubevirtStackOutputs['workloads'],
): T[] {
  if (workloads === undefined) return [...hosts];
  const { nodeSelector, tolerations } = workloads;
  return toleratedHosts(fittingHosts({ nodeSelector }, hosts), {
    tolerations: [...ownTolerations, ...tolerations],
  });
}

/** Returns the hosts on which VMs run that have some tolerations. */
export function hostsFor(
  rules: Parameters<typeof toleratedHosts>[1],
  {
    infra,
    platform,
  }: {
    readonly infra: { readonly hosts: readonly Host[] };
    readonly platform: Pick<KubevirtStackOutputs, 'workloads'>;
  },
): Host[] {
  return toleratedHosts(machineHosts(infra.hosts, platform.workloads), rules);
}
