// SPDX-License-Identifier: Apache-2.0
import { launcherMemoryMib } from '@strata/contracts';
import type { KubevirtStackOutputs } from '@strata/contracts';
import type { ControlPlaneConfig, PoolConfig } from '../config/index.ts';
import { poolPace } from '../machines/index.ts';
import type { PoolPace } from '../machines/index.ts';
import type { ClusterContext } from '../cluster-context.ts';
import { saidMemoryGiB } from '../machines/disk-storage.ts';
import type { SaidSize } from '../machines/disk-storage.ts';

type Demander = Pick<ClusterContext, 'config' | 'platform'>;

/** Resources that all VMs of a group need together. */
export interface MachineDemand {
  readonly machines: number;
  /** VMs beyond these that exist while one migrates or is replaced. */
  readonly surge: number;
  /**
   * CPUs of VMs and surge. They are counted as whole CPUs, however few of them the platform requests of
   * the hosts; dedicated CPUs of a host include those for QEMU.
   */
  readonly cpu: number;
  /** Memory in MiB of VMs and surge, with that of their pods. */
  readonly memoryMib: number;
  /** Volumes, including temporary ones. */
  readonly volumes: number;
  readonly volumesGiB: number;
}

/** Returns the demand of a cluster's control plane and of each of its pools. */
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

/** A VM is deleted first, then another of its name is made. */
const controlPlanePace: PoolPace = { maxSurge: 0, maxUnavailable: 1, atATime: 1 };

function demandOf(group: Group, pace: PoolPace, { platform }: Demander): MachineDemand {
  const { replicas } = group;
  const { cpu, memoryGiB, hostCpus, hostDevices = 0 } = sizeOf(group, platform);
  // A VM has two pods while it migrates, and as many VMs migrate at a time as may be away: at least one.
  const moving = Math.min(Math.max(1, pace.maxUnavailable), replicas);
  // The quota does not have room for both at once: then one of them waits.
  const surge = Math.max(moving, pace.maxSurge);
  const hasCard = group.interfaces.some(({ network }) =>
    platform.networks.some(({ name, type }) => name === network && type === 'sriov'),
  );
  const launcher = {
    cpu,
    memoryGiB,
    hasHostDevice: hasCard || hostDevices > 0,
    hasDedicatedCpus: hostCpus !== undefined,
    hasContainerDisk: group.rootDisk.ephemeral,
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

/**
 * Returns the size of a VM; an instancetype that the platform does not offer counts as none, because
 * another check reports it.
 */
function sizeOf({ cpu, instancetype, ...memory }: Group, platform: KubevirtStackOutputs) {
  const offered = platform.instancetypes.find(({ name }) => name === instancetype);
  return {
    ...offered,
    cpu: cpu ?? offered?.cpu ?? 0,
    memoryGiB: saidMemoryGiB(memory) ?? offered?.memoryGiB ?? 0,
  };
}

/**
 * Returns the sizes of one VM's disks that are volumes, in GiB; a root disk without a size has that of
 * its image.
 */
function disksOf({ disks, rootDisk }: Group, { goldenImages }: KubevirtStackOutputs): number[] {
  const image = goldenImages.find(({ name }) => name === rootDisk.image);
  const root = rootDisk.ephemeral ? [] : [rootDisk.sizeGiB ?? image?.sizeGiB ?? 0];
  const data = disks.filter(({ kind }) => kind === 'data').map(({ sizeGiB }) => sizeGiB ?? 0);
  return [...root, ...data];
}

/**
 * Returns how many copies of a disk of a group may exist at a time. When all VMs are new, every disk is
 * being filled: CDI fills a second volume, which it then hands over, and unpacks an image in a third.
 * When VMs are replaced, the old disks still exist, and as many as may be away are filled; or all others
 * exist, with one for each additional VM.
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

/** Adds volumes that are made once, empty. */
function withVolumes(
  demand: MachineDemand,
  { count, sizeGiB }: { readonly count: number; readonly sizeGiB: number },
): MachineDemand {
  const { volumes, volumesGiB } = demand;
  return { ...demand, volumes: volumes + 2 * count, volumesGiB: volumesGiB + 2 * count * sizeGiB };
}
