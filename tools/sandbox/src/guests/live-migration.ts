// SPDX-License-Identifier: Apache-2.0
import { minorsAhead } from '@strata/contracts/versions';
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
  readonly find: (machine: MachineInstance, kubevirt: string) => string | undefined;
}

/** Words of virt-handler about the devices of the host that a machine has. */
interface DeviceWords {
  /** KubeVirt's minor from which on it says them. */
  readonly since: string;
  /** @param counts - numbers of the machine's devices, of which there is at least one. */
  readonly say: (counts: { readonly hostDevices: number; readonly gpus: number }) => string;
}

/**
 * The words of each KubeVirt, the newest first. From 1.9 on a machine with one part of a GPU moves where the
 * feature gate VGPULiveMigration is on; no host of the sandbox has such a GPU, and here it is off.
 *
 * @see https://github.com/kubevirt/kubevirt/blob/v1.9.0/pkg/virt-handler/vm.go (vmiContainsNonMigratablePCIHostDevices)
 * @see https://github.com/kubevirt/kubevirt/blob/v1.8.4/pkg/virt-handler/vm.go (calculateLiveMigrationCondition)
 */
const deviceWords: readonly DeviceWords[] = [
  {
    since: '1.9',
    say: ({ gpus, hostDevices }) => {
      if (hostDevices > 0) return 'VMI specifies non-migratable generic PCI host device';
      return gpus > 1
        ? 'VMI specifies too many GPUs'
        : 'VMI specifies a GPU but feature gate VGPULiveMigration is not enabled';
    },
  },
  { since: '1.0', say: () => 'VMI uses a PCI host devices' },
];

function findHostDevice({ spec }: MachineInstance, kubevirt: string): string | undefined {
  const { hostDevices = [], gpus = [] } = spec.domain?.devices ?? {};
  const counts = { hostDevices: hostDevices.length, gpus: gpus.length };
  if (counts.hostDevices + counts.gpus === 0) return undefined;
  return deviceWords.find(({ since }) => minorsAhead(kubevirt, since) >= 0)?.say(counts);
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
  { reason: 'HostDeviceNotLiveMigratable', find: findHostDevice },
  { reason: 'DisksNotLiveMigratable', find: findFixedDisk },
];

/**
 * Returns the machine's LiveMigratable condition.
 *
 * @param kubevirt - version of the virt-handler that writes it.
 */
export function migratabilityOf(machine: MachineInstance, kubevirt: string): Migratability {
  for (const { reason, find } of obstacles) {
    const message = find(machine, kubevirt);
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
