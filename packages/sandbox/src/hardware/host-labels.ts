// SPDX-License-Identifier: Apache-2.0

/** What libvirt calls the CPU of every host. */
const cpuModel = 'Skylake-Server';

/**
 * Labels that virt-handler's node labeller puts on a host, as far as scheduling reads them. A
 * machine whose CPU is its host's moves to hosts that say they can run that model for it; only that
 * may be a model that no new machine gets.
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
