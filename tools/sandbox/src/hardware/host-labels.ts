// SPDX-License-Identifier: Apache-2.0

/** libvirt's name of the CPU model that every host has. */
const cpuModel = 'Skylake-Server';

/**
 * Labels that virt-handler's node labeller sets on a host, as far as scheduling reads them. A
 * machine that has the CPU of its host moves only to hosts with the label that they can run that
 * model for a migration. A host may have that label for a model that it does not offer to new
 * machines.
 *
 * @see https://github.com/kubevirt/kubevirt/blob/v1.8.4/pkg/virt-handler/node-labeller/node_labeller.go
 * @see https://github.com/kubevirt/kubevirt/blob/v1.8.4/pkg/virt-controller/watch/migration/migration.go (prepareNodeSelectorForHostCpuModel)
 */
export const hostLabels: Readonly<Record<string, string>> = {
  'kubevirt.io/schedulable': 'true',
  'machine-type.node.kubevirt.io/q35': 'true',
  'machine-type.node.kubevirt.io/pc-q35-rhel9.6.0': 'true',
  [`cpu-model.node.kubevirt.io/${cpuModel}`]: 'true',
  [`cpu-model-migration.node.kubevirt.io/${cpuModel}`]: 'true',
  [`host-model-cpu.node.kubevirt.io/${cpuModel}`]: 'true',
};
