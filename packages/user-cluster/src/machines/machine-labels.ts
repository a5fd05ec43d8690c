// SPDX-License-Identifier: Apache-2.0
import { clusterLabels, labelKeys } from '@strata/contracts';
import type { MachineArgs } from './machine-args.ts';

type Labelled = Pick<
  MachineArgs,
  'environment' | 'cluster' | 'config' | 'role' | 'group' | 'generation'
>;

/** By which load balancers of old find workers. @see docs/runbooks/move-load-balancers.md */
function legacyLabels({ config, role }: Labelled): Record<string, string> {
  if (role !== 'worker') return {};
  const entries = Object.entries(config.cloud.legacyLabels);
  return Object.fromEntries(entries.map(([id, value]) => [`cloud.kubevirt.io/${id}`, value]));
}

/**
 * Labels of a VM, of its VMI and so of its pod: scheduling, budgets, NetworkPolicies, the cloud
 * controller and the CSI driver select by them.
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

/** Labels of disks. Not those of machines: nothing that selects machines may find an importer. */
export function diskLabels(args: Labelled): Record<string, string> {
  const { environment, cluster, group, generation } = args;
  return {
    ...clusterLabels(environment, cluster),
    [labelKeys.pool]: group,
    [labelKeys.generation]: generation,
  };
}

/**
 * Annotations of a VM. Its disks are made when it starts, not as soon as its template names them:
 * an update renames the root disks of all machines at once, and would copy the image once for each
 * running machine, to delete the copy with that machine and make it again for the next.
 *
 * @see https://github.com/kubevirt/kubevirt/blob/v1.8.4/pkg/virt-controller/watch/vm/vm.go#L3242
 */
export const machineAnnotations: Readonly<Record<string, string>> = {
  'kubevirt.io/immediate-data-volume-creation': 'false',
};
