// SPDX-License-Identifier: Apache-2.0
import { launcherMemoryMib } from '@strata/contracts';
import type { KubevirtStackOutputs } from '@strata/contracts';
import type { ControlPlaneConfig, PoolConfig } from '../config/index.ts';
import { controlPlaneGroup, poolPace } from '../machines/index.ts';
import type { PoolPace } from '../machines/index.ts';
import type { ClusterContext } from '../cluster-context.ts';
import { saidMemoryGiB } from '../machines/disk-storage.ts';
import type { SaidSize } from '../machines/disk-storage.ts';
import type { FoundMachine } from '../update/found-machine.ts';

type Demander = Pick<ClusterContext, 'config' | 'foundMachines' | 'platform'>;

/** Resources that all VMs of a group need together. */
export interface MachineDemand {
  readonly machines: number;
  /** VMs beyond these that exist while one migrates or is replaced. */
  readonly surge: number;
  /**
   * CPUs of VMs and surge, with their IO threads. They are counted as whole CPUs, however few of them the
   * platform requests of the hosts; dedicated CPUs of a host include those for QEMU.
   */
  readonly cpu: number;
  /** Memory in MiB of VMs and surge, with that of their pods. */
  readonly memoryMib: number;
  /** Volumes, including temporary ones. */
  readonly volumes: number;
  readonly volumesGiB: number;
}

/**
 * Returns the demand of a cluster's control plane and of each of its pools.
 *
 * VMs that exist count until they are gone, because Kubernetes refuses every new pod of the namespace as
 * long as the old ones exceed the quota: a control-plane VM that is replaced, a VM of another pool, and
 * the pods that plug volumes in. So while a group has more VMs than configured, these count, and so do
 * those of pools that are no more in the file. While VMs of a group are larger than configured, the group
 * counts as if all of its VMs were, since a roll deletes them one by one. The next update finds none of
 * them.
 *
 * @see https://github.com/kubernetes/kubernetes/blob/v1.35.4/staging/src/k8s.io/apiserver/pkg/admission/plugin/resourcequota/controller.go
 */
export function machineDemands(context: Demander): MachineDemand[] {
  const { controlPlane, pools } = context.config;
  const etcd = { count: controlPlane.replicas, sizeGiB: controlPlane.etcdDisk.sizeGiB };
  const ofControlPlane = { ...controlPlane, name: controlPlaneGroup };
  return [
    withVolumes(demandOf(ofControlPlane, controlPlanePace, context), etcd),
    ...pools.map((pool) => demandOf(pool, poolPace(pool), context)),
    ...leavingDemands(context),
  ];
}

/**
 * Returns the demand of the machines of each pool that the configuration has no more. Pulumi deletes a
 * pool at the end of an update, after everything else has its machines.
 */
function leavingDemands({ config, foundMachines = [], platform }: Demander): MachineDemand[] {
  const kept = [controlPlaneGroup, ...config.pools.map(({ name }) => name)];
  const leaving = foundMachines.filter(({ group }) => !kept.includes(group));
  return [...Map.groupBy(leaving, ({ group }) => group).values()].map((found) => {
    const machines = found.map((one) => existingMachine(one, platform));
    const sum = (of: (machine: OneMachine) => number) =>
      machines.reduce((total, machine) => total + of(machine), 0);
    return {
      machines: machines.length,
      surge: 0,
      cpu: sum(({ cpu }) => cpu),
      memoryMib: sum(({ memoryMib }) => memoryMib),
      volumes: sum(({ volumesGiB }) => volumesGiB.length),
      volumesGiB: sum(({ volumesGiB }) => volumesGiB.reduce((total, size) => total + size, 0)),
    };
  });
}

type Machine = ControlPlaneConfig | PoolConfig;
type Group = Pick<Machine, 'replicas' | 'rootDisk' | 'disks' | 'interfaces'> &
  SaidSize & { readonly name: string };

/** A VM is deleted first, then another of its name is made. */
const controlPlanePace: PoolPace = { maxSurge: 0, maxUnavailable: 1, atATime: 1 };

/** Resources of one VM. */
interface OneMachine {
  /** CPUs as the quota counts them, see {@link MachineDemand}. */
  readonly cpu: number;
  /** Memory of its pod. */
  readonly memoryMib: number;
  /** Sizes of its volumes. */
  readonly volumesGiB: readonly number[];
}

function demandOf(group: Group, pace: PoolPace, context: Demander): MachineDemand {
  const { replicas } = group;
  const { foundMachines = [], platform } = context;
  const existing = foundMachines.filter((found) => found.group === group.name);
  // A VM has two pods while it migrates, and as many VMs migrate at a time as may be away: at least one.
  const moving = Math.min(Math.max(1, pace.maxUnavailable), replicas);
  // The quota does not have room for both at once: then one of them waits.
  const surge = Math.max(moving, pace.maxSurge);
  // One that exists for the surge is counted with it.
  const machines = Math.max(replicas, existing.length - surge);
  const sizes = [
    configuredMachine(group, platform),
    ...existing.map((found) => existingMachine(found, platform)),
  ];
  const most = (of: (machine: OneMachine) => number) =>
    sizes.reduce((largest, machine) => Math.max(largest, of(machine)), 0);
  const copies = copiesOf(machines, moving, pace);
  return {
    machines,
    surge,
    cpu: most(({ cpu }) => cpu) * (machines + surge),
    memoryMib: most(({ memoryMib }) => memoryMib) * (machines + surge),
    volumes: most(({ volumesGiB }) => volumesGiB.length) * copies,
    volumesGiB:
      most(({ volumesGiB }) => volumesGiB.reduce((sum, sizeGiB) => sum + sizeGiB, 0)) * copies,
  };
}

function configuredMachine(group: Group, platform: KubevirtStackOutputs): OneMachine {
  const ofCards = cards(platform).map(({ name }) => name);
  return oneMachine(sizeOf(group, platform), platform, {
    hasCard: group.interfaces.some(({ network }) => ofCards.includes(network)),
    hasContainerDisk: group.rootDisk.ephemeral,
    volumesGiB: disksOf(group, platform),
  });
}

function existingMachine(found: FoundMachine, platform: KubevirtStackOutputs): OneMachine {
  const ofCards = cards(platform).map(({ attachTo }) => attachTo);
  return oneMachine(sizeOf(found, platform), platform, {
    ...found,
    hasCard: found.networks.some((network) => ofCards.includes(network)),
  });
}

/** Returns the platform's networks by which VMs have a card of their host. */
function cards({ networks }: KubevirtStackOutputs) {
  return networks.filter(({ type }) => type === 'sriov');
}

function oneMachine(
  { cpu, memoryGiB, hostCpus, hostDevices = 0, ioThreads = 0 }: ReturnType<typeof sizeOf>,
  platform: KubevirtStackOutputs,
  {
    hasCard,
    hasContainerDisk,
    volumesGiB,
  }: Pick<OneMachine, 'volumesGiB'> & Record<'hasCard' | 'hasContainerDisk', boolean>,
): OneMachine {
  const launcher = {
    cpu,
    memoryGiB,
    hasHostDevice: hasCard || hostDevices > 0,
    hasDedicatedCpus: hostCpus !== undefined,
    hasContainerDisk,
  };
  return {
    // https://github.com/kubevirt/kubevirt/blob/v1.9.0/pkg/virt-controller/services/renderresources.go `WithoutDedicatedCPU`
    cpu: hostCpus ?? cpu + ioThreads,
    memoryMib: launcherMemoryMib(launcher, platform),
    volumesGiB,
  };
}

/**
 * Returns the size of a VM; an instancetype that the platform does not offer counts as none, because
 * another check reports it.
 */
function sizeOf(
  { cpu, instancetype, ...memory }: SaidSize | FoundMachine,
  platform: KubevirtStackOutputs,
) {
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
