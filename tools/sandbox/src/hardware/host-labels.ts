// SPDX-License-Identifier: Apache-2.0

/**
 * Feature that each host has beyond its model. A machine with the CPU of its host demands it of every host that is to
 * take it.
 */
const feature = 'vmx';

/**
 * Labels that virt-handler's node labeller sets on a host, as far as scheduling reads them. A
 * machine that has the CPU of its host moves only to hosts with the label that they can run that
 * model for a migration. A host may have that label for a model that it does not offer to new
 * machines.
 *
 * @param host - Name of the host; the number at its end says which model it has.
 * @param models - libvirt's names of the CPU models, which the hosts have in turn. A host also runs
 *   machines of the models before its own, as newer CPUs do.
 * @see https://github.com/kubevirt/kubevirt/blob/v1.8.4/pkg/virt-handler/node-labeller/node_labeller.go
 * @see https://github.com/kubevirt/kubevirt/blob/v1.8.4/pkg/virt-controller/watch/migration/migration.go (prepareNodeSelectorForHostCpuModel)
 */
export function hostLabels(
  host: string,
  models: readonly string[],
): Readonly<Record<string, string>> {
  const own = Number(/\d+$/.exec(host)?.[0] ?? 0) % models.length;
  const runs = models.slice(0, own + 1);
  return {
    'machine-type.node.kubevirt.io/q35': 'true',
    'machine-type.node.kubevirt.io/pc-q35-rhel9.6.0': 'true',
    ...Object.fromEntries(
      runs.flatMap((model) => [
        [`cpu-model.node.kubevirt.io/${model}`, 'true'],
        [`cpu-model-migration.node.kubevirt.io/${model}`, 'true'],
      ]),
    ),
    [`host-model-cpu.node.kubevirt.io/${models[own] ?? ''}`]: 'true',
    [`cpu-feature.node.kubevirt.io/${feature}`]: 'true',
    [`host-model-required-features.node.kubevirt.io/${feature}`]: 'true',
    'cpu-vendor.node.kubevirt.io/Intel': 'true',
  };
}
