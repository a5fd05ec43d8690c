// SPDX-License-Identifier: Apache-2.0
import { apiextensions, core } from '@pulumi/kubernetes';
import type * as pulumi from '@pulumi/pulumi';
import {
  attachmentDefinition,
  formerComponent,
  ownerAnnotations,
  platformLabels,
} from '@strata/contracts';
import type { NetworkConfig } from '@strata/contracts';
import { podSecurityLabels } from '@strata/manifest-objects';
import { platformPodSecurity } from '../release/pod-security.ts';
import { templateOf } from './network-template.ts';

/** Arguments of {@link createMachineNetworks}. */
export interface MachineNetworksArgs {
  readonly environment: string;
  readonly networks: readonly NetworkConfig[];
  /** KubeVirt's own: it looks nowhere else for the network of its migrations. */
  readonly kubevirtNamespace: string;
  /** What makes interfaces of networks and says which hosts have them, and KubeVirt's namespace. @default [] */
  readonly needs?: readonly pulumi.Resource[];
}

/** Where the networks of machines are, and nothing else. Machines of every namespace may name them. */
export const networkNamespace = 'platform-networks';

/** What user clusters know about a network. */
export interface MachineNetwork {
  readonly name: string;
  readonly type: NetworkConfig['type'];
  /** What a machine's `networks[].multus.networkName` says. */
  readonly attachTo: string;
  readonly vlan?: number | undefined;
  readonly mtu?: number | undefined;
}

/** The networks that user clusters may choose. */
export function networkCatalogue(networks: readonly NetworkConfig[]): MachineNetwork[] {
  return networks
    .filter(({ use }) => use !== 'migration')
    .map(({ name, type, vlan, mtu }) => ({
      name,
      type,
      attachTo: `${networkNamespace}/${name}`,
      ...(vlan !== undefined && { vlan }),
      ...(mtu !== undefined && { mtu }),
    }));
}

/**
 * The data centre's networks that machines can have an interface in, besides the pod network.
 *
 * @returns everything that it made.
 * @see https://kubevirt.io/user-guide/network/interfaces_and_networks/
 */
export function createMachineNetworks(
  name: string,
  args: MachineNetworksArgs,
  parent?: pulumi.Resource,
): pulumi.Resource[] {
  const { environment, networks, kubevirtNamespace, needs = [] } = args;
  const labels = platformLabels(environment);
  const options = {
    ...(parent !== undefined && { parent }),
    aliases: [formerComponent('kubevirt-stack:MachineNetworks', name, parent)],
  };
  const shared = networks.some(({ use }) => use !== 'migration')
    ? [createNamespace(name, labels, options)]
    : [];
  return [
    ...shared,
    ...networks.map((network) => {
      const isShared = network.use !== 'migration';
      return new apiextensions.CustomResource(
        `${name}-${network.name}`,
        attachmentDefinition(templateOf(network), {
          namespace: isShared ? networkNamespace : kubevirtNamespace,
          labels,
        }),
        { ...options, dependsOn: [...needs, ...(isShared ? shared : [])] },
      );
    }),
  ];
}

function createNamespace(
  name: string,
  labels: Record<string, string>,
  options: pulumi.CustomResourceOptions,
): pulumi.Resource {
  const level = podSecurityLabels(platformPodSecurity[networkNamespace].level);
  return new core.v1.Namespace(
    `${name}-namespace`,
    {
      metadata: {
        name: networkNamespace,
        labels: { ...labels, ...level },
        annotations: ownerAnnotations,
      },
    },
    options,
  );
}
