// SPDX-License-Identifier: Apache-2.0
import { apiextensions } from '@pulumi/kubernetes';
import type * as pulumi from '@pulumi/pulumi';
import {
  attachmentResource,
  clusterLabels,
  formerComponent,
  ownerAnnotations,
  renderAttachment,
} from '@strata/contracts';
import type { VlanConfig, VlanNetwork } from '@strata/contracts';
import type { ClusterContext } from '../cluster-context.ts';

function templateOf({ name, bridge, vlan, mtu, macSpoofCheck, bridgeMarker }: VlanConfig) {
  const template: VlanNetwork = {
    type: 'vlan',
    name,
    bridge,
    vlan,
    mtu,
    macSpoofCheck,
    bridgeMarker,
  };
  return template;
}

/**
 * The networks that only this cluster has, defined in its own namespace. They are apart from others
 * by their VLAN; no NetworkPolicy covers them.
 */
export function createVlans(
  name: string,
  { environment, cluster, namespace, config }: ClusterContext,
  options: pulumi.CustomResourceOptions = {},
): void {
  const aliases = [formerComponent('user-cluster:ClusterVlans', name, options.parent)];
  for (const vlan of config.network.vlans) {
    const template = templateOf(vlan);
    const resource = attachmentResource(template);
    new apiextensions.CustomResource(
      `${name}-${vlan.name}`,
      {
        apiVersion: 'k8s.cni.cncf.io/v1',
        kind: 'NetworkAttachmentDefinition',
        metadata: {
          name: vlan.name,
          namespace,
          labels: clusterLabels(environment, cluster),
          annotations: {
            ...ownerAnnotations,
            ...(resource !== undefined && { 'k8s.v1.cni.cncf.io/resourceName': resource }),
          },
        },
        spec: { config: renderAttachment(template) },
      },
      { ...options, aliases },
    );
  }
}
