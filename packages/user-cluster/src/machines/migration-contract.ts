// SPDX-License-Identifier: Apache-2.0
import type {
  ClusterNetworkConfig,
  ClusterRole,
  KubevirtStackOutputs,
  MachineConfig,
  Storage,
} from '@strata/contracts';
import { diskStorage } from './disk-storage.ts';
import { podBinding } from './render-network.ts';

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

/** What besides the machine itself decides whether it can move. */
export interface MigrationContext {
  readonly role: ClusterRole;
  readonly network: Pick<ClusterNetworkConfig, 'binding' | 'ipPreservingCni'>;
  readonly platform: Pick<KubevirtStackOutputs, 'storage' | 'storageClasses' | 'instancetypes'>;
  /** Access modes of the disks that outlive the machine. @default none */
  readonly persistentDisks?: readonly {
    readonly name: string;
    readonly className?: string | undefined;
    readonly accessModes?: Storage['accessModes'] | undefined;
  }[];
}

/** A size of the platform, which need not say how many devices of the host it has, graphics cards included. */
type KnownSize = KubevirtStackOutputs['instancetypes'][number] & { readonly hostDevices?: number };

/** Something that keeps machines from moving. */
interface Obstacle {
  readonly source: string;
  /** One reason for each thing of the machine that is in the way. */
  readonly find: (machine: MachineConfig, context: MigrationContext) => readonly string[];
}

const kubevirt = 'https://github.com/kubevirt/kubevirt/blob/v1.8.4/pkg';

/** All volumes that the machine has on the infra cluster's storage. */
function storedDisks(machine: MachineConfig, context: MigrationContext) {
  const { rootDisk, disks } = machine;
  return [
    ...(rootDisk.ephemeral ? [] : [{ ...rootDisk, name: 'root' }]),
    ...disks.filter(({ kind }) => kind === 'data'),
    ...(context.persistentDisks ?? []),
  ].map((disk) => ({ name: disk.name, ...diskStorage(disk, context.platform) }));
}

/**
 * What KubeVirt looks at before it calls a machine migratable, in its order, and what it cannot
 * look at: volumes that only one host reaches.
 */
export const obstacles: Readonly<Record<string, Obstacle>> = {
  podNetwork: {
    source: `${kubevirt}/network/vmispec/interface.go`,
    find: (_, { role, network }) =>
      podBinding(role, network) === 'bridge' && !network.ipPreservingCni
        ? ['its interface is bridged to the pod network, whose address stays behind']
        : [],
  },
  sharedDisks: {
    source: `${kubevirt}/virt-handler/vm.go#L1750`,
    find: (machine, context) =>
      storedDisks(machine, context)
        .filter(({ accessModes }) => accessModes?.includes('ReadWriteMany') !== true)
        .map(({ name, accessModes }) =>
          accessModes === undefined
            ? `nobody says whether the storage of its disk "${name}" has ReadWriteMany`
            : `its disk "${name}" is ${accessModes.join(' and ')}, not ReadWriteMany`,
        ),
  },
  localStorage: {
    source: 'https://kubernetes.io/docs/concepts/storage/storage-classes/#allowed-topologies',
    find: (machine, context) =>
      storedDisks(machine, context)
        .filter(({ className }) =>
          context.platform.storageClasses.some(
            ({ name, isTopologyBound }) => name === className && isTopologyBound,
          ),
        )
        .map(
          ({ name, className }) =>
            `its disk "${name}" is on "${className}", which not every host reaches`,
        ),
  },
  hostDisks: {
    source: `${kubevirt}/virt-handler/vm.go#L1797`,
    find: ({ disks }) =>
      disks
        .filter(({ kind }) => kind === 'host')
        .map(({ name }) => `its disk "${name}" is a file of its host`),
  },
  hostDevices: {
    source: `${kubevirt}/virt-handler/vm.go#L1243`,
    find: ({ instancetype }, { platform }) => {
      const sizes: readonly KnownSize[] = platform.instancetypes;
      const devices = sizes.find(({ name }) => name === instancetype)?.hostDevices ?? 0;
      return devices > 0
        ? [`its instancetype "${instancetype ?? ''}" has devices of the host`]
        : [];
    },
  },
};

/** What each strategy makes of a machine that can move, and of one that cannot. */
const behaviours: Readonly<
  Record<MachineConfig['evictionStrategy'], Record<'canMove' | 'cannot', DrainBehaviour>>
> = {
  LiveMigrateIfPossible: { canMove: 'migrates', cannot: 'drains' },
  LiveMigrate: { canMove: 'migrates', cannot: 'blocks' },
  None: { canMove: 'drains', cannot: 'drains' },
};

/**
 * What a machine does when its host is drained. Volumes of the user cluster that are attached to it
 * while it runs count as well, and are not known here: a machine that migrates does so as long as
 * all of them have ReadWriteMany, and drains otherwise.
 */
export function migrationContract(
  machine: MachineConfig,
  context: MigrationContext,
): MigrationContract {
  const found = Object.values(obstacles).flatMap(({ find }) => find(machine, context));
  const { evictionStrategy } = machine;
  const reasons = [
    ...(evictionStrategy === 'None' ? ['its evictionStrategy is None'] : []),
    ...found,
  ];
  const { canMove, cannot } = behaviours[evictionStrategy];
  return { behaviour: found.length === 0 ? canMove : cannot, reasons };
}
