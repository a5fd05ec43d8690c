// SPDX-License-Identifier: Apache-2.0
import type { UserClusterConfig } from '@strata/user-cluster/config';
import type { EnvironmentFiles } from './address-plan/index.ts';
import type { CapacityQuestion, MachineDisk, MachineGroup, MachineSize } from './capacity/index.ts';
import { offeredSizes } from '@strata/kubevirt-stack/sizes';
import { workloadPlacement } from '@strata/kubevirt-stack/workload-placement';
import { poolPace } from '@strata/user-cluster/pool-pace';
import { countedCluster, countedPlatform } from './counted-config.ts';
import { machineDisks, platformDisks } from './machine-disks.ts';
import type { PlatformDisks } from './machine-disks.ts';
import { PlanError } from './report.ts';

/** Size of VM that a platform offers. */
export interface Size extends MachineSize {
  readonly name: string;
}

/**
 * Settings of the platform that decide how VMs share hosts.
 *
 * @see https://kubevirt.io/user-guide/compute/node_overcommit/
 */
export interface PlatformSharing {
  readonly cpuAllocationRatio: number;
  readonly parallelMigrations: number;
  /** @default 1 */
  readonly launcherOverheadRatio?: number | undefined;
  /** @default 100 */
  readonly memoryOvercommitPercent?: number | undefined;
  readonly sizes: readonly Size[];
  /** Undefined: the environment has no file of a platform. */
  readonly workloads: CapacityQuestion['workloads'];
}

/**
 * KubeVirt's own defaults.
 *
 * @see https://github.com/kubevirt/kubevirt/blob/v1.8.4/pkg/virt-config/virt-config.go
 */
const defaults = { cpuAllocationRatio: 10, parallelMigrations: 5 } as const;

/**
 * Reads how VMs share hosts from the file of an environment's platform.
 *
 * @throws PlanError when a part of it that counts is wrong.
 */
export function platformSharing(files: EnvironmentFiles): PlatformSharing {
  const platform = countedPlatform(files);
  const { kubevirt } = platform;
  return {
    cpuAllocationRatio: kubevirt?.cpuAllocationRatio ?? defaults.cpuAllocationRatio,
    launcherOverheadRatio: kubevirt?.additionalGuestMemoryOverheadRatio,
    memoryOvercommitPercent: kubevirt?.memoryOvercommitPercent,
    parallelMigrations:
      kubevirt?.migrations?.parallelMigrationsPerCluster ?? defaults.parallelMigrations,
    sizes: offeredSizes(platform),
    workloads: files.platform && workloadPlacement(kubevirt ?? {}),
  };
}

interface Sized {
  readonly instancetype?: string | undefined;
  readonly cpu?: number | undefined;
  readonly memoryGiB?: number | undefined;
  readonly memoryMiB?: number | undefined;
  readonly replicas: number;
  readonly interfaces: readonly { readonly network: string }[];
  readonly stored: readonly MachineDisk[];
  readonly scheduling: Required<Pick<MachineGroup, 'tolerations'>>;
}

/** Fields that say how a group of VMs is replaced. */
type Rolled = Pick<MachineGroup, 'surge' | 'rollsWithout' | 'pods'>;

/** Sizes, disks and networks that a platform offers to the VMs of its clusters. */
export interface Offer {
  readonly sizes: readonly Size[];
  readonly disks: PlatformDisks;
  /** Networks in which each VM has a card of its host. @default none */
  readonly cards?: readonly string[];
}

/** Returns the names of a platform's SR-IOV networks. */
function cardNetworks(files: EnvironmentFiles): string[] {
  const { networks = [] } = countedPlatform(files);
  return networks.filter(({ type }) => type === 'sriov').map((network) => network.name);
}

function group(
  cluster: string,
  name: string,
  sized: Sized & Rolled,
  { cards = [], sizes }: Offer,
): MachineGroup {
  const offered = sizes.find((size) => size.name === sized.instancetype);
  const cpu = sized.cpu ?? offered?.cpu;
  const said = sized.memoryMiB === undefined ? sized.memoryGiB : sized.memoryMiB / 1024;
  const memoryGiB = said ?? offered?.memoryGiB;
  if (cpu === undefined || memoryGiB === undefined) {
    if (sized.instancetype === undefined) {
      throw new PlanError(`${cluster}/${name} has neither cpu and memory nor an instancetype`);
    }
    throw new PlanError(
      `nobody says what the size "${sized.instancetype}" of ${cluster}/${name} has; ` +
        'take the outputs of the platform: --live (of tools/plan-check itself: --platform FILE)',
    );
  }
  const { hostCpus, hostDevices: ofSize = 0, ioThreads } = offered ?? {};
  const { interfaces, pods, replicas, rollsWithout, surge, stored: disks } = sized;
  const hostDevices = ofSize + interfaces.filter(({ network }) => cards.includes(network)).length;
  const size = { cpu, memoryGiB, hostCpus, hostDevices, ioThreads };
  const { tolerations } = sized.scheduling;
  return { cluster, name, replicas, disks, ...size, surge, rollsWithout, pods, tolerations };
}

/**
 * Returns the VMs of one user cluster, in groups: those of its control plane first.
 *
 * @throws PlanError naming a size that is not on offer.
 */
export function clusterGroups(
  cluster: string,
  { controlPlane, pools = [], storage }: Partial<UserClusterConfig>,
  offer: Offer,
): MachineGroup[] {
  const storedIn = (machine: Parameters<typeof machineDisks>[0]) => ({
    stored: machineDisks(machine, offer.disks),
  });
  // Volumes that are plugged into a running VM come from another pod beside its own.
  const pods = (storage?.classes ?? []).length > 0 ? 2 : 1;
  return [
    ...(controlPlane === undefined
      ? []
      : [group(cluster, 'cp', { ...controlPlane, ...storedIn(controlPlane) }, offer)]),
    ...pools.map((pool) => {
      const { maxSurge: surge, maxUnavailable } = poolPace(pool);
      const rolled = { ...pool, surge, rollsWithout: maxUnavailable > 0, pods, ...storedIn(pool) };
      return group(cluster, pool.name, rolled, offer);
    }),
  ];
}

/**
 * Returns the VMs of all user clusters of an environment, in groups.
 *
 * @throws PlanError naming a size that is not in `sizes`, or a file of which a part that counts is missing
 * or wrong.
 */
export function machineGroups(files: EnvironmentFiles, sizes: readonly Size[]): MachineGroup[] {
  const offer = { sizes, disks: platformDisks(files), cards: cardNetworks(files) };
  return files.clusters.flatMap((content) =>
    clusterGroups(content.name, countedCluster(files.name, content), offer),
  );
}
