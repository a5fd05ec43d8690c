// SPDX-License-Identifier: Apache-2.0
import type { KubeObject } from '../objects.ts';

/** A Node, as far as the driver reads it. */
export interface IdentifiedNode extends KubeObject {
  readonly spec: { readonly providerID?: string };
}

/**
 * The machine behind a node, `NAMESPACE/NAME`, as the node plugin resolves it when it starts. A
 * provider id of `kubevirt://` alone is not enough and has no fallback.
 *
 * @throws Error in upstream's words.
 * @see https://github.com/kubevirt/csi-driver/blob/main/cmd/kubevirt-csi-driver/kubevirt-csi-driver.go resolveNodeID
 */
export function resolveNodeId({ metadata, spec }: IdentifiedNode): string {
  const { annotations = {}, name } = metadata;
  const { providerID = '' } = spec;
  const scheme = 'kubevirt://';
  const isOurs = providerID.startsWith(scheme);
  const machine = isOurs
    ? providerID.slice(scheme.length)
    : annotations['csi.kubevirt.io/infra-vm-name'];
  const namespace = isOurs
    ? annotations['cluster.x-k8s.io/cluster-namespace']
    : annotations['csi.kubevirt.io/infra-vm-namespace'];
  if ((machine ?? '') !== '' && (namespace ?? '') !== '')
    return `${namespace ?? ''}/${machine ?? ''}`;
  throw new Error(
    `failed to resolve infra VM for node ${name}: vmName or vmNamespace not found. ` +
      `Ensure the node has a valid providerID (kubevirt://) with annotation 'cluster.x-k8s.io/cluster-namespace', ` +
      `or set annotations 'csi.kubevirt.io/infra-vm-name' and 'csi.kubevirt.io/infra-vm-namespace' on the node. ` +
      `After setting the annotations, restart the kubevirt-csi-node pod on this node for the changes to take effect`,
  );
}
