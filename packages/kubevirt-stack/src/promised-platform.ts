// SPDX-License-Identifier: Apache-2.0
import { findRelease, kubevirtStackOutputs, tenantVlans } from '@strata/contracts';
import type { KubevirtStackOutputs, Release } from '@strata/contracts';
import type { ClusterFacts, ClusterNetwork, StorageClassFacts } from './cluster/cluster-facts.ts';
import type { KubevirtStackConfig } from './config/index.ts';
import { platformOutputs } from './platform-outputs.ts';

/**
 * Facts about an infra cluster that are known without a request to it. They are in a file of
 * `stacks/infra-facts`.
 */
export interface PromisedFacts {
  readonly kubernetes: string;
  readonly hosts: readonly { readonly name: string }[];
  readonly storageClasses: readonly {
    readonly name: string;
    readonly provisioner: string;
    readonly volumeBindingMode: StorageClassFacts['volumeBindingMode'];
    readonly default: boolean;
    readonly expansion: boolean;
    readonly topologyBound: boolean;
    readonly snapshotClasses: readonly string[];
  }[];
  readonly network: ClusterNetwork;
}

/** Returns what an infra cluster with these facts would report before anything is installed. */
export function clusterFacts(facts: PromisedFacts): ClusterFacts {
  const { hosts, kubernetes, network, storageClasses } = facts;
  return {
    kubernetes,
    hosts: hosts.map(({ name }) => ({ name, labels: {} })),
    kubevirt: undefined,
    cdi: undefined,
    outdatedVirtualMachines: 0,
    machineCatalogue: [],
    imageImports: [],
    fileImages: [],
    addressPools: [],
    storageClasses: storageClasses.map((one) => ({
      name: one.name,
      provisioner: one.provisioner,
      allowVolumeExpansion: one.expansion,
      volumeBindingMode: one.volumeBindingMode,
      isTopologyBound: one.topologyBound,
    })),
    snapshotClasses: storageClasses.flatMap(({ provisioner, snapshotClasses }) =>
      snapshotClasses.map((name) => ({ name, driver: provisioner })),
    ),
    kubeProxy: undefined,
    whereabouts: false,
    network,
  };
}

/**
 * Returns the outputs of a platform, as far as its file and the facts of its infra cluster decide
 * them. What only manifests, the infra stack and the cluster know is missing: namespaces,
 * monitoring, which feature gates are on, the VLANs of the bridges that infra makes, and which hosts
 * announce no address, for their labels decide that.
 */
export function promisedPlatform(
  config: KubevirtStackConfig,
  facts: PromisedFacts,
): KubevirtStackOutputs {
  const components: Partial<Release['components']> = findRelease(config.release)?.components ?? {};
  const parts = {
    versions: Object.fromEntries(
      Object.entries(components).map(([name, { version }]) => [name, version]),
    ),
    namespaces: {},
    monitoring: undefined,
    tenantVlans: tenantVlans(config.networks, config.tenants.vlans, undefined),
  };
  const outputs = platformOutputs(parts, config, clusterFacts(facts), []);
  const promised = kubevirtStackOutputs.values.parse(outputs);
  return {
    ...promised,
    loadBalancerPools: promised.loadBalancerPools.map((pool) => ({
      ...pool,
      silentHosts: undefined,
    })),
  };
}
