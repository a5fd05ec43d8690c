// SPDX-License-Identifier: Apache-2.0
import type { Node, Pod } from './objects.ts';

/** A CSI driver of a node, as its registrar tells the kubelet. */
export interface CsiDriver {
  readonly name: string;
  readonly nodeID: string;
}

/** A driver that cannot start yet, and why. */
export interface UnreadyDriver {
  readonly name: string;
  readonly reason: string;
}

const registrarImage = /(^|[/-])csi-node-driver-registrar[:@]/;
const registrationPath = /^--kubelet-registration-path=.*\/plugins\/([^/]+)\/[^/]+$/;

/** The driver that a pod brings to its node: the one that its registrar names. */
export function driverOf({ spec }: Pod): string | undefined {
  const registrar = spec.containers.find(({ image }) => registrarImage.test(image));
  const paths = (registrar?.args ?? []).map((arg) => registrationPath.exec(arg)?.[1]);
  return paths.find((name) => name !== undefined);
}

const namespaceAnnotation = 'cluster.x-k8s.io/cluster-namespace';

/**
 * How KubeVirt's driver finds out which machine it is on; without it, it ends at once.
 *
 * @see https://github.com/kubevirt/csi-driver/blob/main/cmd/kubevirt-csi-driver/kubevirt-csi-driver.go
 */
function kubevirtNodeId({ metadata, spec }: Node): string | undefined {
  const annotations = metadata.annotations ?? {};
  const machine = /^kubevirt:\/\/(.+)$/.exec(spec?.providerID ?? '')?.[1];
  const name = machine ?? annotations['csi.kubevirt.io/infra-vm-name'];
  const namespace =
    machine === undefined
      ? annotations['csi.kubevirt.io/infra-vm-namespace']
      : annotations[namespaceAnnotation];
  return name === undefined || namespace === undefined ? undefined : `${namespace}/${name}`;
}

/** What a driver calls its node, by driver; all others take the node's name. */
const nodeIds: Readonly<Record<string, (node: Node) => string | undefined>> = {
  'csi.kubevirt.io': kubevirtNodeId,
};

/** The driver of a pod on a node, or why it does not start. */
export function startDriver(name: string, node: Node): CsiDriver | UnreadyDriver {
  const nodeID = nodeIds[name] === undefined ? node.metadata.name : nodeIds[name](node);
  if (nodeID !== undefined) return { name, nodeID };
  return {
    name,
    reason: `driver ${name} ends: the node has no providerID and annotation ${namespaceAnnotation}, nor csi.kubevirt.io/infra-vm-name and -namespace`,
  };
}

/** The CSINode that a kubelet keeps. */
export function renderCsiNode(node: Node, drivers: readonly CsiDriver[]) {
  return {
    apiVersion: 'storage.k8s.io/v1',
    kind: 'CSINode',
    metadata: {
      name: node.metadata.name,
      ownerReferences: [
        { apiVersion: 'v1', kind: 'Node', name: node.metadata.name, uid: node.metadata.uid },
      ],
    },
    spec: { drivers: drivers.map(({ name, nodeID }) => ({ name, nodeID, topologyKeys: null })) },
  };
}
