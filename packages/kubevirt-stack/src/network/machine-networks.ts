// SPDX-License-Identifier: Apache-2.0
import { apiextensions, core } from '@pulumi/kubernetes';
import type * as pulumi from '@pulumi/pulumi';
import { attachmentDefinition, ownerAnnotations, platformLabels } from '@strata/contracts';
import { formerComponent } from '@strata/contracts/program';
import { podSecurityLabels } from '@strata/manifest-objects';
import type { NetworkConfig } from '../config/index.ts';
import { platformPodSecurity } from '../release/pod-security.ts';
import { networkNamespace } from './network-catalogue.ts';
import { templateOf } from './network-template.ts';

/** Arguments of {@link createMachineNetworks}. */
export interface MachineNetworksArgs {
  readonly environment: string;
  readonly networks: readonly NetworkConfig[];
  /** KubeVirt's namespace: it looks for the migration network only there. */
  readonly kubevirtNamespace: string;
  /** The resources that make interfaces and mark hosts, and KubeVirt's namespace. @default [] */
  readonly needs?: readonly pulumi.Resource[];
}

/**
 * Makes the networks of the data centre in which VMs can have an interface besides the pod network.
 *
 * @returns all resources that it made.
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
    parent,
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
