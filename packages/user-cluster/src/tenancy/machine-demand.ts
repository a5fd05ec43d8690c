// SPDX-License-Identifier: Apache-2.0
import { launcherMemoryMib } from '@strata/contracts';
import type { ControlPlaneConfig, KubevirtStackOutputs, PoolConfig } from '@strata/contracts';
import { poolPace } from '../machines/index.ts';
import type { PoolPace } from '../machines/index.ts';
import type { ClusterContext } from '../cluster-context.ts';
import { saidMemoryGiB } from '../machines/disk-storage.ts';
import type { SaidSize } from '../machines/disk-storage.ts';

type Demander = Pick<ClusterContext, 'config' | 'platform'>;

/** What a group of machines takes, all of it together. */
export interface MachineDemand {
  readonly machines: number;
  /** More of them than there are, while one moves to another host or is replaced. */
  readonly surge: number;
  /** Of machines and surge. Whole CPUs, however few of them the platform asks of the hosts; the hosts' own with those for QEMU. */
  readonly cpu: number;
  /** Of machines and surge, with what their pods need themselves. */
  readonly memoryMib: number;
  /** Volumes, with those that are there for a while only. */
  readonly volumes: number;
  readonly volumesGiB: number;
}

/** What a cluster's control plane and each of its pools take. */
export function machineDemands(context: Demander): MachineDemand[] {
  const { controlPlane, pools } = context.config;
  const etcd = { count: controlPlane.replicas, sizeGiB: controlPlane.etcdDisk.sizeGiB };
  return [
    withVolumes(demandOf(controlPlane, controlPlanePace, context), etcd),
    ...pools.map((pool) => demandOf(pool, poolPace(pool), context)),
  ];
}

type Machine = ControlPlaneConfig | PoolConfig;
type Group = Pick<Machine, 'replicas' | 'rootDisk' | 'disks' | 'interfaces'> & SaidSize;

/** One goes, then another of its name is made. */
const controlPlanePace: PoolPace = { maxSurge: 0, maxUnavailable: 1, atATime: 1 };

function demandOf(group: Group, pace: PoolPace, { platform }: Demander): MachineDemand {
  const { replicas } = group;
  const { cpu, memoryGiB, hostCpus, hostDevices = 0 } = sizeOf(group, platform);
  // Two pods for one machine while it moves, as many at a time as may be away at all: one at least.
  const moving = Math.min(Math.max(1, pace.maxUnavailable), replicas);
  // Both at once is too much: then one of them waits.
  const surge = Math.max(moving, pace.maxSurge);
  const hasCard = group.interfaces.some(({ network }) =>
    platform.networks.some(({ name, type }) => name === network && type === 'sriov'),
  );
  const launcher = {
    ...{ cpu, memoryGiB, hasHostDevice: hasCard || hostDevices > 0 },
    ...{ hasDedicatedCpus: hostCpus !== undefined, hasContainerDisk: group.rootDisk.ephemeral },
  };
  const disks = disksOf(group, platform);
  const copies = copiesOf(replicas, moving, pace);
  return {
    machines: replicas,
    surge,
    cpu: (hostCpus ?? cpu) * (replicas + surge),
    memoryMib: launcherMemoryMib(launcher, platform.launcherOverheadRatio) * (replicas + surge),
    volumes: disks.length * copies,
    volumesGiB: disks.reduce((sum, sizeGiB) => sum + sizeGiB, 0) * copies,
  };
}

/** A size that nobody offers has a problem of its own, elsewhere. */
function sizeOf({ cpu, instancetype, ...memory }: Group, platform: KubevirtStackOutputs) {
  const offered = platform.instancetypes.find(({ name }) => name === instancetype);
  return {
    ...offered,
    cpu: cpu ?? offered?.cpu ?? 0,
    memoryGiB: saidMemoryGiB(memory) ?? offered?.memoryGiB ?? 0,
  };
}

/** Sizes of the disks of one machine that are volumes; an image's own where nothing is said. */
function disksOf({ disks, rootDisk }: Group, { goldenImages }: KubevirtStackOutputs): number[] {
  const image = goldenImages.find(({ name }) => name === rootDisk.image);
  const root = rootDisk.ephemeral ? [] : [rootDisk.sizeGiB ?? image?.sizeGiB ?? 0];
  const data = disks.filter(({ kind }) => kind === 'data').map(({ sizeGiB }) => sizeGiB ?? 0);
  return [...root, ...data];
}

/**
 * How often a disk of a group may be there at a time. When all machines are new, each disk is being
 * filled: CDI fills a volume beside it, which it then hands over, and unpacks an image in a third.
 * When they are replaced, the old disks are still there, and as many as may be away are filled; or
 * all but those are there, with one for each machine more.
 *
 * @see https://github.com/kubevirt/containerized-data-importer/blob/v1.65.0/doc/cdi-populators.md
 * @see https://github.com/kubevirt/containerized-data-importer/blob/v1.65.0/doc/scratch-space.md
 */
function copiesOf(replicas: number, moving: number, { maxSurge, atATime }: PoolPace): number {
  const filled = Math.min(replicas, atATime);
  return Math.max(
    3 * replicas,
    2 * replicas + 2 * moving,
    replicas + 3 * maxSurge,
    replicas + maxSurge + 2 * filled,
  );
}

/** Volumes that are made once, empty. */
function withVolumes(
  demand: MachineDemand,
  { count, sizeGiB }: { readonly count: number; readonly sizeGiB: number },
): MachineDemand {
  const { volumes, volumesGiB } = demand;
  return { ...demand, volumes: volumes + 2 * count, volumesGiB: volumesGiB + 2 * count * sizeGiB };
}
