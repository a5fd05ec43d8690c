// SPDX-License-Identifier: Apache-2.0

/** Fields of a node that say what CPU it has. */
interface LabelledNode {
  readonly metadata?: { readonly name?: string; readonly labels?: Record<string, string> };
}

/** Prefixes of the labels that KubeVirt's virt-handler sets. @see https://github.com/kubevirt/api/blob/v1.8.4/core/v1/types.go `HostModelCPULabel` */
const labels = {
  ownModel: 'host-model-cpu.node.kubevirt.io/',
  ownFeature: 'host-model-required-features.node.kubevirt.io/',
  runsModel: 'cpu-model-migration.node.kubevirt.io/',
  hasFeature: 'cpu-feature.node.kubevirt.io/',
} as const;

type Labels = Readonly<Record<string, string>>;

const labelsOf = ({ metadata }: LabelledNode): Labels => metadata?.labels ?? {};
const nameOf = ({ metadata }: LabelledNode) => metadata?.name ?? '';

/** Returns whether KubeVirt has labelled a node: it runs VMs, and its CPU is known. */
const isKnown = (node: LabelledNode) =>
  Object.keys(labelsOf(node)).some((label) => label.startsWith(labels.ownModel));

/**
 * Returns the labels that a host must have to take a running VM with the CPU of another host.
 *
 * @see https://github.com/kubevirt/kubevirt/blob/v1.8.4/pkg/virt-controller/watch/migration/migration.go `getHostCpuModelFromMap`
 */
function demandsOf(source: Labels): [string, string][] {
  return Object.entries(source).flatMap(([label, value]): [string, string][] => {
    if (label.startsWith(labels.ownModel)) {
      return [[labels.runsModel + label.slice(labels.ownModel.length), value]];
    }
    if (label.startsWith(labels.ownFeature)) {
      return [[labels.hasFeature + label.slice(labels.ownFeature.length), value]];
    }
    return [];
  });
}

/**
 * Returns the hosts that take no running VM with the CPU of a host, by its name and sorted: KubeVirt gives
 * VMs the CPU of the host on which they start, unless `cpuModel` says otherwise. Hosts that KubeVirt has
 * not labelled yet are left out.
 */
export function refusalsOf(nodes: readonly LabelledNode[]): ReadonlyMap<string, string[]> {
  const known = nodes.filter(isKnown);
  return new Map(
    known.map((source) => {
      const demands = demandsOf(labelsOf(source));
      const refusing = known.filter((target) => {
        const has = labelsOf(target);
        return target !== source && demands.some(([label, value]) => has[label] !== value);
      });
      return [nameOf(source), refusing.map(nameOf).sort()];
    }),
  );
}
