// SPDX-License-Identifier: Apache-2.0
import type { Node, Pod } from './objects.ts';

/** A CSI driver of a node, as its registrar reports it to the kubelet. */
export interface CsiDriver {
  readonly name: string;
  readonly nodeID: string;
}

/** A driver that cannot start yet, and the reason. */
export interface UnreadyDriver {
  readonly name: string;
  readonly reason: string;
}

const registrarImage = /(^|[/-])csi-node-driver-registrar[:@]/;
const registrationPath = /^--kubelet-registration-path=.*\/plugins\/([^/]+)\/[^/]+$/;

/**
 * Returns the name of the driver that a pod runs on its node, from the arguments of its registrar;
 * undefined when the pod has none.
 */
export function driverOf({ spec }: Pod): string | undefined {
  const registrar = spec.containers.find(({ image }) => registrarImage.test(image));
  const paths = (registrar?.args ?? []).map((arg) => registrationPath.exec(arg)?.[1]);
  return paths.find((name) => name !== undefined);
}

const namespaceAnnotation = 'cluster.x-k8s.io/cluster-namespace';

/**
 * Returns the namespace and name of its machine as KubeVirt's driver finds them; undefined when it
 * cannot find them, so that it exits at once.
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

/**
 * Functions that return a driver's own id of its node, by driver; all other drivers use the node's
 * name.
 */
const nodeIds: Readonly<Record<string, (node: Node) => string | undefined>> = {
  'csi.kubevirt.io': kubevirtNodeId,
};

/** Returns the driver of a pod on a node, or the reason why it does not start. */
export function startDriver(name: string, node: Node): CsiDriver | UnreadyDriver {
  const nodeID = nodeIds[name] === undefined ? node.metadata.name : nodeIds[name](node);
  if (nodeID !== undefined) return { name, nodeID };
  return {
    name,
    reason: `driver ${name} ends: the node has no providerID and annotation ${namespaceAnnotation}, nor csi.kubevirt.io/infra-vm-name and -namespace`,
  };
}

/** Renders the CSINode that a kubelet keeps. */
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
