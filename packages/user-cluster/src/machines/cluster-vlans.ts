// SPDX-License-Identifier: Apache-2.0
import { apiextensions } from '@pulumi/kubernetes';
import type * as pulumi from '@pulumi/pulumi';
import { attachmentDefinition, clusterLabels, formerComponent } from '@strata/contracts';
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
    new apiextensions.CustomResource(
      `${name}-${vlan.name}`,
      attachmentDefinition(templateOf(vlan), {
        namespace,
        labels: clusterLabels(environment, cluster),
      }),
      { ...options, aliases },
    );
  }
}
