// SPDX-License-Identifier: Apache-2.0
import { apiextensions } from '@pulumi/kubernetes';
import type * as pulumi from '@pulumi/pulumi';
import { attachmentDefinition, clusterLabels } from '@strata/contracts';
import { formerComponent } from '@strata/contracts/program';
import type { VlanNetwork } from '@strata/contracts';
import type { ClusterContext } from '../cluster-context.ts';
import type { VlanConfig } from '../config/index.ts';

/**
 * Returns the network of a VLAN. On a platform from before bridge-marker no host offers its bridges as a
 * resource.
 */
function templateOf(
  { name, bridge, vlan, mtu, macSpoofCheck, bridgeMarker }: VlanConfig,
  marked: boolean,
): VlanNetwork {
  return {
    type: 'vlan',
    name,
    bridge,
    vlan,
    mtu,
    macSpoofCheck,
    bridgeMarker: bridgeMarker ?? marked,
  };
}

/**
 * Makes the networks that only this cluster has, in its own namespace. Only their VLAN separates them
 * from others: no NetworkPolicy covers them.
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
