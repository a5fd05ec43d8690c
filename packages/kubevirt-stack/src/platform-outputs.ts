// SPDX-License-Identifier: Apache-2.0
import { imageClonerRole } from '@strata/contracts/accounts';
import type {
  ExportedOutputs,
  KubevirtStackOutputs,
  kubevirtStackOutputs,
} from '@strata/contracts';
import type { ClusterFacts } from './cluster/cluster-facts.ts';
import { modesByVolumeMode } from './cluster/modes-by-volume-mode.ts';
import { snapshotClassesOf } from './cluster/snapshot-classes.ts';
import type { KubevirtStackConfig } from './config/index.ts';
import { imageCatalogue } from './images/image-catalogue.ts';
import { offeredPreferences } from './machines/offered-preferences.ts';
import { offeredSizes } from './machines/offered-sizes.ts';
import { networkCatalogue } from './network/network-catalogue.ts';
import type { AddressPool } from './network/render-address-pools.ts';
import { silentHosts } from './network/silent-hosts.ts';
import type { Platform } from './platform.ts';
import { workloadPlacement } from './virtualization/workload-placement.ts';

type Outputs = ExportedOutputs<typeof kubevirtStackOutputs>;

/** The properties of a platform that its outputs are made from. */
export type PromisedParts = Pick<
  Platform,
  'versions' | 'namespaces' | 'monitoring' | 'tenantVlans'
>;

/** Returns the outputs of the stack, which user clusters read. */
export function platformOutputs(
  platform: PromisedParts,
  config: KubevirtStackConfig,
  cluster: ClusterFacts,
  featureGates: readonly string[],
): Outputs {
  const { cdi, images, metallb, networks, storage, storageProfiles } = config;
  return {
    release: config.release,
    versions: platform.versions,
    namespaces: platform.namespaces,
    storage,
    userClusterDefaults: config.userClusterDefaults,
    instancetypes: offeredSizes(config),
    ...preferencesOf(config),
    loadBalancerPools: metallb.pools.map((pool) => poolOutput(pool, metallb, cluster)),
    goldenImages: imageCatalogue(images, {
      storage,
      cluster,
      override: cdi.cloneStrategyOverride,
      profiles: storageProfiles,
    }),
    imageClonerRole,
    networks: networkCatalogue(networks),
    tenantVlans: vlansOf(platform),
    selectorlessClusters: config.tenants.selectorless,
    bridgesMarked: true,
    featureGates: [...featureGates],
    storageClasses: storageClassesOf(config, cluster),
    clusterNetwork: {
      podCidrs: [...cluster.network.podCidrs],
      serviceCidrs: [...cluster.network.serviceCidrs],
      dnsServers: [...cluster.network.dnsServers],
      api: {
        addresses: [...cluster.network.api.addresses],
        ports: [...cluster.network.api.ports],
      },
    },
    ...kubevirtSettings(config),
    workloads: workloadPlacement(config.kubevirt),
    // Outputs that exist with the value undefined make Pulumi warn.
    ...(config.registryMirror !== undefined && { registryMirror: config.registryMirror }),
    ...(platform.monitoring !== undefined && { monitoring: platform.monitoring }),
  };
}

/** Returns what user clusters are told of a pool of addresses. */
function poolOutput(
  pool: AddressPool,
  metallb: KubevirtStackConfig['metallb'],
  { hosts }: ClusterFacts,
): KubevirtStackOutputs['loadBalancerPools'][number] {
  const { name, addresses, autoAssign, avoidBuggyIPs, boundTo } = pool;
  const silent = silentHosts(pool, metallb, hosts);
  return {
    name,
    addresses,
    autoAssign,
    ...(avoidBuggyIPs !== undefined && { avoidBuggyIPs }),
    ...(boundTo !== undefined && { boundTo }),
    ...(silent.length > 0 && { silentHosts: silent }),
  };
}

/** Returns what user clusters are told of KubeVirt's settings, most of them without KubeVirt's defaults. */
function kubevirtSettings({
  kubevirt,
}: KubevirtStackConfig): Pick<
  Outputs,
  | 'cpuModel'
  | 'launcherOverheadRatio'
  | 'memoryOvercommitPercent'
  | 'migrationNetwork'
  | 'migrationsPause'
  | 'migrationTimeoutPerGiB'
  | 'workloadUpdateMethods'
> {
  const { additionalGuestMemoryOverheadRatio: overheadRatio, memoryOvercommitPercent } = kubevirt;
  const { cpuModel, migrations = {}, workloadUpdateStrategy } = kubevirt;
  const { allowPostCopy, allowWorkloadDisruption, completionTimeoutPerGiB, network } = migrations;
  // Outputs that exist with the value undefined make Pulumi warn.
  return {
    ...(overheadRatio !== undefined && { launcherOverheadRatio: overheadRatio }),
    ...(cpuModel !== undefined && { cpuModel }),
    ...(memoryOvercommitPercent !== undefined && { memoryOvercommitPercent }),
    ...(network !== undefined && { migrationNetwork: network }),
    ...(completionTimeoutPerGiB !== undefined && {
      migrationTimeoutPerGiB: completionTimeoutPerGiB,
    }),
    // With post-copy the guest runs on the new host by then, and answers there.
    ...(allowWorkloadDisruption === true &&
      allowPostCopy !== true && { migrationsPause: true as const }),
    // The default, too: without this output nobody knows what an older platform has set.
    workloadUpdateMethods: [...workloadUpdateStrategy.workloadUpdateMethods],
  };
}

/** Returns what user clusters are told of StorageClasses. */
function storageClassesOf(
  { storageProfiles }: KubevirtStackConfig,
  cluster: ClusterFacts,
): Outputs['storageClasses'] {
  return cluster.storageClasses.map((found) => {
    const { name, provisioner, volumeBindingMode, isTopologyBound, allowVolumeExpansion } = found;
    const sets = storageProfiles.find((one) => one.storageClass === name)?.claimPropertySets;
    // CDI takes its own modes only where the configuration has none.
    const modes = sets?.flatMap((one) => one.accessModes) ?? found.accessModes;
    const usual = sets?.[0]?.accessModes ?? found.usualAccessModes;
    const byVolumeMode = modesByVolumeMode(sets) ?? found.byVolumeMode;
    return {
      name,
      provisioner,
      volumeBindingMode,
      isTopologyBound,
      allowVolumeExpansion,
      snapshotClasses: snapshotClassesOf(cluster, provisioner),
      ...(modes !== undefined && { accessModes: [...new Set<string>(modes)].sort() }),
      ...(usual !== undefined && { usualAccessModes: [...usual] }),
      ...(byVolumeMode !== undefined && {
        byVolumeMode: byVolumeMode.map((one) => ({ ...one, accessModes: [...one.accessModes] })),
      }),
    };
  });
}

/** Returns what user clusters are told of preferences. */
function preferencesOf(
  config: KubevirtStackConfig,
): Pick<Outputs, 'preferences' | 'headlessPreferences' | 'preferenceDevices' | 'preferenceSizes'> {
  const preferences = offeredPreferences(config);
  return {
    preferences: preferences.map(({ name }) => name),
    headlessPreferences: preferences
      .filter(({ devices }) => devices?.graphics === false)
      .map(({ name }) => name),
    preferenceDevices: preferences.map(({ name, devices }) => ({
      name,
      networkMultiQueue: devices?.networkMultiQueue ?? false,
      hotplug: devices?.disableHotplug !== true,
    })),
    preferenceSizes: preferences.map(({ name, cpuTopology, spreadRatio, requires }) => ({
      name,
      cpuTopology,
      ...(spreadRatio !== undefined && { spreadRatio }),
      ...(requires !== undefined && { requires }),
    })),
  };
}

/** Returns the VLANs without undefined values, of which Pulumi would warn. */
function vlansOf({ tenantVlans: { given, taken } }: PromisedParts): Outputs['tenantVlans'] {
  return {
    ...(given !== undefined && {
      given: given.map(({ bridge, ids, boundTo }) => ({
        bridge,
        ids: [...ids],
        ...(boundTo !== undefined && { boundTo }),
      })),
    }),
    taken: taken.map((one) => ({ ...one })),
  };
}
