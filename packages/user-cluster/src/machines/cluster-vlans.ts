// SPDX-License-Identifier: Apache-2.0
import { apiextensions } from '@pulumi/kubernetes';
import type * as pulumi from '@pulumi/pulumi';
import { attachmentDefinition, clusterLabels, formerComponent } from '@strata/contracts';
import type { VlanConfig, VlanNetwork } from '@strata/contracts';
import type { ClusterContext } from '../cluster-context.ts';

/** On a platform from before bridge-marker no host offers its bridges. */
function templateOf(
  { name, bridge, vlan, mtu, macSpoofCheck, bridgeMarker }: VlanConfig,
  marked: boolean,
): VlanNetwork {
  return {
    type: 'vlan',
    ...{ name, bridge, vlan, mtu, macSpoofCheck },
    bridgeMarker: bridgeMarker ?? marked,
  };
}

/**
 * The networks that only this cluster has, defined in its own namespace. They are apart from others
 * by their VLAN; no NetworkPolicy covers them.
 */
export function createVlans(
  name: string,
  { environment, cluster, namespace, config, platform }: ClusterContext,
  options: pulumi.CustomResourceOptions = {},
): void {
  const aliases = [formerComponent('user-cluster:ClusterVlans', name, options.parent)];
  for (const vlan of config.network.vlans) {
    new apiextensions.CustomResource(
      `${name}-${vlan.name}`,
      attachmentDefinition(templateOf(vlan, platform.bridgesMarked === true), {
        namespace,
        labels: clusterLabels(environment, cluster),
      }),
      { ...options, aliases },
    );
  }
}
