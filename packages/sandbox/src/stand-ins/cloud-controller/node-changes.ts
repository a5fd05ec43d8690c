// SPDX-License-Identifier: Apache-2.0
import type { InstanceMetadata, Node, NodeAddress } from './instances.ts';

/** The taint that kubelets with `--cloud-provider=external` register with. */
export const uninitializedTaint = 'node.cloudprovider.kubernetes.io/uninitialized';

/** On nodes whose machine is off. */
export const shutdownTaint = {
  key: 'node.cloudprovider.kubernetes.io/shutdown',
  effect: 'NoSchedule',
} as const;

/** What a kubelet with `--node-ip` says. */
const providedAddressAnnotation = 'alpha.kubernetes.io/provided-node-ip';

/** Labels that exist under an old and a new name; the old one decides, as upstream. */
const labelPairs = [
  ['failure-domain.beta.kubernetes.io/zone', 'topology.kubernetes.io/zone'],
  ['failure-domain.beta.kubernetes.io/region', 'topology.kubernetes.io/region'],
  ['beta.kubernetes.io/instance-type', 'node.kubernetes.io/instance-type'],
] as const;

/**
 * A node as it is once the cloud knows it: provider id, labels, without the taint.
 *
 * @throws Error when the kubelet's own address is none of the cloud's: the taint stays.
 * @see https://github.com/kubernetes/cloud-provider/blob/v0.34.4/controllers/node/node_controller.go
 */
export function initializeNode(node: Node, instance: InstanceMetadata): Node {
  withProvidedAddress(node, instance.addresses);
  const values = [instance.zone, instance.region, instance.instanceType];
  const labels = labelPairs.flatMap((names, index) =>
    values[index] === '' ? [] : names.map((name) => [name, values[index] ?? ''] as const),
  );
  const taints = (node.spec.taints ?? []).filter(({ key }) => key !== uninitializedTaint);
  const { providerID = '' } = node.spec;
  return {
    ...node,
    metadata: {
      ...node.metadata,
      labels: { ...node.metadata.labels, ...Object.fromEntries(labels) },
    },
    spec: {
      ...node.spec,
      providerID: providerID === '' ? instance.providerID : providerID,
      taints,
    },
  };
}

/** Labels of the second names that do not say what the first ones say. */
export function labelsToReconcile({ metadata }: Node): Readonly<Record<string, string>> {
  const { labels = {} } = metadata;
  const wrong = labelPairs.flatMap(([first, second]) => {
    const value = labels[first];
    return value === undefined || labels[second] === value ? [] : [[second, value] as const];
  });
  return Object.fromEntries(wrong);
}

/**
 * The addresses that a node should have, or undefined when it has them or none is known.
 *
 * @throws Error when the kubelet's own address is none of the cloud's.
 */
export function addressesToWrite(
  node: Node,
  known: readonly NodeAddress[],
): readonly NodeAddress[] | undefined {
  if (known.length === 0) return undefined;
  const now = node.status?.addresses ?? [];
  const hostnames = now.filter(({ type }) => type === 'Hostname');
  const wanted = withProvidedAddress(node, [...known, ...hostnames]);
  const byType = new Map(now.map(({ type, address }) => [type, address]));
  const differs = wanted.some(({ type, address }) => byType.get(type) !== address);
  return differs || wanted.length !== now.length ? wanted : undefined;
}

function withProvidedAddress(node: Node, known: readonly NodeAddress[]): readonly NodeAddress[] {
  const provided = node.metadata.annotations?.[providedAddressAnnotation];
  if (provided === undefined) return known;
  const first = provided.split(',').flatMap((ip) => {
    const matching = known.filter(({ address }) => address === ip.trim());
    if (matching.length > 0) return matching;
    throw new Error(
      `provided node ip for node "${node.metadata.name}" is not valid: ` +
        `failed to get node address from cloud provider that matches ip: ${ip.trim()}`,
    );
  });
  const types = new Set(first.map(({ type }) => type));
  return [...first, ...known.filter(({ type }) => !types.has(type))];
}
