// SPDX-License-Identifier: Apache-2.0
import { claimOf, type MachineInstance } from './virtual-machine.ts';

/** The LiveMigratable condition: whether a machine can move to another host while it runs. */
export interface Migratability {
  readonly status: 'True' | 'False';
  readonly reason?: string;
  readonly message?: string;
}

/** A reason that keeps a machine on its host. */
interface Obstacle {
  readonly reason: string;
  /** Returns virt-handler's message about the reason; undefined when the reason does not apply. */
  readonly find: (machine: MachineInstance) => string | undefined;
}

/** Annotation that lets a machine move although its pod's address changes. */
const bridgeMayMove = 'kubevirt.io/allow-pod-bridge-network-live-migration';

/**
 * Reasons in the order in which virt-handler checks them: it reports the first. Left out is what no
 * host of the sandbox has: SEV, TDX, persistent reservations, TSC frequencies and the like.
 *
 * @see https://github.com/kubevirt/kubevirt/blob/v1.8.4/pkg/virt-handler/vm.go (calculateLiveMigrationCondition)
 */
const obstacles: readonly Obstacle[] = [
  { reason: 'InterfaceNotLiveMigratable', find: findFixedInterface },
  {
    reason: 'HostDeviceNotLiveMigratable',
    find: ({ spec: { domain } }) => {
      const { hostDevices = [], gpus = [] } = domain?.devices ?? {};
      return hostDevices.length + gpus.length > 0 ? 'VMI uses a PCI host devices' : undefined;
    },
  },
  { reason: 'DisksNotLiveMigratable', find: findFixedDisk },
];

/** Returns the machine's LiveMigratable condition. */
export function migratabilityOf(machine: MachineInstance): Migratability {
  for (const { reason, find } of obstacles) {
    const message = find(machine);
    if (message !== undefined) return { status: 'False', reason, message };
  }
  return { status: 'True' };
}

/** Returns how a machine is migrated: disks that only its pod has are copied (BlockMigration). */
export function migrationMethodOf({ spec }: MachineInstance): 'LiveMigration' | 'BlockMigration' {
  const isShared = (spec.volumes ?? []).every(
    (volume) => claimOf(volume) !== undefined || volume.hostDisk !== undefined,
  );
  return isShared ? 'LiveMigration' : 'BlockMigration';
}

function findFixedInterface({ metadata, spec }: MachineInstance): string | undefined {
  const interfaces = spec.domain?.devices?.interfaces ?? [];
  const network = spec.networks?.find(({ pod }) => pod !== undefined);
  if (interfaces.length === 0 || network === undefined) return undefined;
  const primary = interfaces.find(({ name }) => name === network.name);
  if (primary === undefined) return `no primary interface found for network ${network.name}`;
  if (primary.masquerade !== undefined || primary.passtBinding !== undefined) return undefined;
  const mayMove = metadata.annotations?.[bridgeMayMove] !== undefined;
  if (primary.bridge !== undefined && mayMove) return undefined;
  return 'cannot migrate VMI which does not use masquerade or a migratable plugin to connect to the pod network';
}

function findFixedDisk({ spec, status }: MachineInstance): string | undefined {
  for (const volume of spec.volumes ?? []) {
    const claim = claimOf(volume);
    if (claim !== undefined) {
      const info = status?.volumeStatus?.find(({ name }) => name === volume.name);
      const modes = info?.persistentVolumeClaimInfo?.accessModes;
      const problem =
        modes === undefined
          ? `Unable to determine if PVC ${claim} is shared,`
          : `PVC ${claim} is not shared,`;
      if (modes?.includes('ReadWriteMany') === true) continue;
      return `cannot migrate VMI: ${problem} live migration requires that all PVCs must be shared (using ReadWriteMany access mode)`;
    }
    if (volume.hostDisk !== undefined && volume.hostDisk.shared !== true) {
      return 'cannot migrate VMI with non-shared HostDisk';
    }
  }
  return undefined;
}
