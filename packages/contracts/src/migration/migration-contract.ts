// SPDX-License-Identifier: Apache-2.0

/** Behaviour of a VM when its host is drained. */
export type DrainBehaviour =
  /** It live-migrates to another host. */
  | 'migrates'
  /** It evicts its pods, shuts down, and starts again on another host. */
  | 'drains'
  /** It stays, and the drain of the host waits until somebody deletes the VM. */
  | 'blocks';

/** Behaviour of a VM when its host is drained, and the reasons why it does not migrate. */
export interface MigrationContract {
  readonly behaviour: DrainBehaviour;
  /** All reasons why it cannot migrate; empty if it migrates. */
  readonly reasons: readonly string[];
}

/** A disk on the infra cluster's storage. */
export interface StoredDisk {
  readonly name: string;
  /** Undefined if they are not known. */
  readonly accessModes?: readonly string[] | undefined;
  /** Its StorageClass, if only some hosts can reach its volumes. @default every host can */
  readonly localClass?: string | undefined;
}

/** The properties that decide whether a VM can migrate, and whether it must. */
export interface MachineMobility {
  /** @see https://kubevirt.io/user-guide/cluster_admin/node_maintenance/#evacuation-strategies */
  readonly evictionStrategy: 'LiveMigrate' | 'LiveMigrateIfPossible' | 'None';
  /** Whether its guest has its pod's address, and the CNI gives the next pod another one. */
  readonly losesAddress: boolean;
  readonly disks: readonly StoredDisk[];
  /** Names of disks that are files of its host. */
  readonly hostDisks: readonly string[];
  /** Devices of its host, in words: `the host's device "samsung.com/nvme"`. */
  readonly hostDevices: readonly string[];
  /**
   * Why no other host accepts its second pod during a migration. KubeVirt does not know this: it
   * refuses the eviction and retries the migration again and again.
   * @default some host does
   */
  readonly noTarget?: readonly string[];
  /**
   * Why, after its shutdown, it could not start before the others of its group have left the host,
   * while those may not leave before it has started.
   * @default it can
   */
  readonly noReturn?: readonly string[];
}

/** Something that prevents live migration. */
interface Obstacle {
  readonly source: string;
  /** Returns one reason for each part of the VM that prevents it. */
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
 * The conditions that KubeVirt checks before it considers a VM migratable, in its order, and one
 * that it cannot check: volumes that only one host can reach.
 */
export const obstacles = {
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
} satisfies Readonly<Record<string, Obstacle>>;

/** Behaviour of a VM by eviction strategy: if it can migrate (`canMove`), and if not (`cannot`). */
const behaviours: Readonly<
  Record<MachineMobility['evictionStrategy'], Record<'canMove' | 'cannot', DrainBehaviour>>
> = {
  LiveMigrateIfPossible: { canMove: 'migrates', cannot: 'drains' },
  LiveMigrate: { canMove: 'migrates', cannot: 'blocks' },
  None: { canMove: 'drains', cannot: 'drains' },
};

/**
 * Returns what a VM does when its host is drained. Hot-plugged volumes of the user cluster matter
 * as well, but are not known here: a VM that migrates does so only while all of them are
 * ReadWriteMany, and drains otherwise.
 *
 * @see
 * https://github.com/kubevirt/kubevirt/blob/v1.8.4/pkg/virt-api/webhooks/validating-webhook/admitters/pod-eviction-admitter.go
 * `admitLauncherPod`
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
