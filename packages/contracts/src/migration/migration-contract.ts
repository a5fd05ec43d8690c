// SPDX-License-Identifier: Apache-2.0

/** What a machine does when its host is drained. */
export type DrainBehaviour =
  /** It moves to another host while it runs. */
  | 'migrates'
  /** It evicts its pods, shuts down, and starts again on another host. */
  | 'drains'
  /** It stays, and the drain of the host waits until somebody deletes it. */
  | 'blocks';

/** What a machine does when its host is drained, and why it does not move. */
export interface MigrationContract {
  readonly behaviour: DrainBehaviour;
  /** Everything that keeps it from moving; empty if it moves. */
  readonly reasons: readonly string[];
}

/** A disk on the infra cluster's storage. */
export interface StoredDisk {
  readonly name: string;
  /** Undefined: nobody says. */
  readonly accessModes?: readonly string[] | undefined;
  /** Its StorageClass, if not every host reaches what is in there. @default every host does */
  readonly localClass?: string | undefined;
}

/** Everything of a machine that decides whether it can move, and whether it must. */
export interface MachineMobility {
  /** @see https://kubevirt.io/user-guide/cluster_admin/node_maintenance/#evacuation-strategies */
  readonly evictionStrategy: 'LiveMigrate' | 'LiveMigrateIfPossible' | 'None';
  /** Whether its address in the pod network is its pod's own, and the CNI gives the next pod another. */
  readonly losesAddress: boolean;
  readonly disks: readonly StoredDisk[];
  /** Names of disks that are files of its host. */
  readonly hostDisks: readonly string[];
  /** Devices of its host, in words: `the host's device "samsung.com/nvme"`. */
  readonly hostDevices: readonly string[];
  /**
   * Why no other host takes its second pod while it moves. KubeVirt does not know: it refuses the
   * eviction and lets it try to move, again and again. @default some host does
   */
  readonly noTarget?: readonly string[];
  /**
   * Why, once it is shut down, it cannot start before the others of its group have left the host, and
   * those may not leave before it has started. @default it can
   */
  readonly noReturn?: readonly string[];
}

/** Something that keeps machines from moving. */
interface Obstacle {
  readonly source: string;
  /** One reason for each thing of the machine that is in the way. */
  readonly find: (machine: MachineMobility) => readonly string[];
}

const kubevirt = 'https://github.com/kubevirt/kubevirt/blob/v1.8.4/pkg';

function sharing({ accessModes, name }: StoredDisk): readonly string[] {
  if (accessModes === undefined) {
    return [`nobody says whether the storage of its disk "${name}" has ReadWriteMany`];
  }
  if (accessModes.includes('ReadWriteMany')) return [];
  return [`its disk "${name}" is ${accessModes.join(' and ')}, not ReadWriteMany`];
}

/**
 * What KubeVirt looks at before it calls a machine migratable, in its order, and what it cannot
 * look at: volumes that only one host reaches.
 */
export const obstacles: Readonly<Record<string, Obstacle>> = {
  podNetwork: {
    source: `${kubevirt}/network/vmispec/interface.go`,
    find: ({ losesAddress }) =>
      losesAddress
        ? ['its interface is bridged to the pod network, whose address stays behind']
        : [],
  },
  sharedDisks: {
    source: `${kubevirt}/virt-handler/vm.go#L1750`,
    find: ({ disks }) => disks.flatMap(sharing),
  },
  localStorage: {
    source: 'https://kubernetes.io/docs/concepts/storage/storage-classes/#allowed-topologies',
    find: ({ disks }) =>
      disks.flatMap(({ localClass, name }) =>
        localClass === undefined
          ? []
          : [`its disk "${name}" is on "${localClass}", which not every host reaches`],
      ),
  },
  hostDisks: {
    source: `${kubevirt}/virt-handler/vm.go#L1797`,
    find: ({ hostDisks }) => hostDisks.map((name) => `its disk "${name}" is a file of its host`),
  },
  hostDevices: {
    source: `${kubevirt}/virt-handler/vm.go#L1243`,
    find: ({ hostDevices }) => hostDevices.map((device) => `it has ${device}`),
  },
};

/** What each strategy makes of a machine that can move, and of one that cannot. */
const behaviours: Readonly<
  Record<MachineMobility['evictionStrategy'], Record<'canMove' | 'cannot', DrainBehaviour>>
> = {
  LiveMigrateIfPossible: { canMove: 'migrates', cannot: 'drains' },
  LiveMigrate: { canMove: 'migrates', cannot: 'blocks' },
  None: { canMove: 'drains', cannot: 'drains' },
};

/**
 * What a machine does when its host is drained. Volumes of the user cluster that are attached to it
 * while it runs count as well, and are not known here: a machine that migrates does so as long as
 * all of them have ReadWriteMany, and drains otherwise.
 *
 * @see https://github.com/kubevirt/kubevirt/blob/v1.8.4/pkg/virt-api/webhooks/validating-webhook/admitters/pod-eviction-admitter.go `admitLauncherPod`
 */
export function migrationContract(machine: MachineMobility): MigrationContract {
  const { evictionStrategy, noTarget = [], noReturn = [] } = machine;
  const found = Object.values(obstacles).flatMap(({ find }) => find(machine));
  const { canMove, cannot } = behaviours[evictionStrategy];
  const behaviour = found.length === 0 ? canMove : cannot;
  const reasons = [
    ...(evictionStrategy === 'None' ? ['its evictionStrategy is None'] : []),
    ...found,
    ...(behaviour === 'migrates' ? noTarget : []),
    ...(behaviour === 'drains' ? noReturn : []),
  ];
  const isStuck = { migrates: noTarget, drains: noReturn, blocks: [] }[behaviour].length > 0;
  return { behaviour: isStuck ? 'blocks' : behaviour, reasons };
}
