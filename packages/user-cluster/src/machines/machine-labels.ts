// SPDX-License-Identifier: Apache-2.0
import { clusterLabels, labelKeys } from '@strata/contracts';
import type { MachineArgs } from './machine-args.ts';

type Labelled = Pick<
  MachineArgs,
  'environment' | 'cluster' | 'config' | 'role' | 'group' | 'generation'
>;

/**
 * Returns the labels by which load balancers of older cloud controllers select worker VMs. They are part
 * of a VM's template and so of its generation: another value rolls all pools.
 *
 * @see docs/runbooks/move-load-balancers.md
 */
function legacyLabels({ config, role }: Labelled): Record<string, string> {
  if (role !== 'worker') return {};
  const entries = Object.entries(config.cloud.legacyLabels);
  return Object.fromEntries(entries.map(([id, value]) => [`cloud.kubevirt.io/${id}`, value]));
}

/**
 * Returns the labels of a VM, of its VMI and so of its pod: scheduling, budgets, NetworkPolicies, the
 * cloud controller and the CSI driver select by them.
 */
export function machineLabels(args: Labelled): Record<string, string> {
  const { environment, cluster, role, group, generation } = args;
  return {
    ...clusterLabels(environment, cluster),
    ...legacyLabels(args),
    [labelKeys.role]: role,
    [labelKeys.pool]: group,
    [labelKeys.machine]: group,
    [labelKeys.generation]: generation,
  };
}

/**
 * Returns the labels of disks. They differ from those of VMs: nothing that selects VMs may find an
 * importer's pod.
 */
export function diskLabels(args: Labelled): Record<string, string> {
  const { environment, cluster, group, generation } = args;
  return {
    ...clusterLabels(environment, cluster),
    [labelKeys.pool]: group,
    [labelKeys.generation]: generation,
  };
}

/**
 * Annotations of a VM. Its disks are made when it starts, not as soon as its template names them: an
 * update renames the root disks of all VMs at once, and would copy the image once for each running VM,
 * delete the copy with that VM, and make it again for the next.
 *
 * @see https://github.com/kubevirt/kubevirt/blob/v1.8.4/pkg/virt-controller/watch/vm/vm.go#L3242
 */
export const machineAnnotations: Readonly<Record<string, string>> = {
  'kubevirt.io/immediate-data-volume-creation': 'false',
};
