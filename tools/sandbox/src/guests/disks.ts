// SPDX-License-Identifier: Apache-2.0
import { join } from 'node:path';
import type { Disk } from '../guest/boot-file.ts';
import { bytesOf } from '../hardware/storage-size.ts';
import {
  busOf,
  claimOf,
  type MachineDisk,
  type MachineInstance,
  type MachineVolume,
} from './virtual-machine.ts';

/** File in the folder of a disk which says that the disk answers everything with an I/O error. */
export const ioErrorFile = 'io-error';

/** Folders with the contents of disks. */
export interface DiskFolders {
  /** Folder with the contents of persistent volumes, by their names. */
  readonly volumesDir: string;
  /** Folder with the contents of the hosts' own disks, by the hosts' names. */
  readonly hostsDir: string;
  /** Folder of contents that live as long as the machine. */
  readonly machineDir: string;
  /** Returns the name of the persistent volume to which a claim is bound. */
  readonly volumeOf: (claim: string) => string | undefined;
}

/**
 * Returns the disks of a machine, each of which is a folder. Folders of persistent volumes and
 * hosts outlive the machine; all others are removed with it.
 *
 * @param plugged - Names of the volumes that the machine has at the moment.
 * @throws Error when a claim is not bound.
 */
export function disksOf(
  machine: MachineInstance,
  plugged: ReadonlySet<string>,
  folders: DiskFolders,
): Disk[] {
  return (machine.spec.domain?.devices?.disks ?? []).flatMap((disk) => {
    const volume = machine.spec.volumes?.find(({ name }) => name === disk.name);
    // Skip the cloud-init disk: the guest gets that data in its boot file and need not read a disk.
    if (volume === undefined || isCloudInit(volume) || !plugged.has(disk.name)) return [];
    const { name, serial } = disk;
    const size = sizeOfDisk(machine, name);
    return [
      {
        name,
        ...(serial !== undefined && serial !== '' && { serial }),
        bus: busOf(disk),
        path: folderOf(machine, volume, folders),
        ...(size !== undefined && { size }),
      },
    ];
  });
}

/**
 * Returns the disk from which a machine boots.
 *
 * @throws Error when it has none.
 */
export function rootDiskOf(machine: MachineInstance, disks: readonly Disk[]): Disk {
  const order = new Map(
    (machine.spec.domain?.devices?.disks ?? []).map(({ name, bootOrder }: MachineDisk) => [
      name,
      bootOrder ?? Infinity,
    ]),
  );
  const rank = ({ name }: Disk) => order.get(name) ?? Infinity;
  const [root] = [...disks].sort((a, b) => (rank(a) < rank(b) ? -1 : rank(a) > rank(b) ? 1 : 0));
  if (root === undefined) throw new Error(`machine ${machine.metadata.name} has no disk`);
  return root;
}

/**
 * Returns the bytes of a disk: those of its claim, as soon as the machine's status has them.
 *
 * @see https://github.com/kubevirt/kubevirt/blob/v1.8.4/pkg/virt-launcher/virtwrap/manager.go (shouldExpandOnline)
 */
export function sizeOfDisk({ status }: MachineInstance, disk: string): number | undefined {
  const volume = status?.volumeStatus?.find(({ name }) => name === disk);
  const size = volume?.persistentVolumeClaimInfo?.capacity?.storage;
  return size === undefined ? undefined : bytesOf(size);
}

function isCloudInit({ cloudInitNoCloud, cloudInitConfigDrive }: MachineVolume): boolean {
  return cloudInitNoCloud !== undefined || cloudInitConfigDrive !== undefined;
}

function folderOf(
  { status }: MachineInstance,
  volume: MachineVolume,
  { volumesDir, hostsDir, machineDir, volumeOf }: DiskFolders,
): string {
  const claim = claimOf(volume);
  if (claim !== undefined) {
    const bound = volumeOf(claim);
    if (bound === undefined) throw new Error(`claim ${claim} is not bound yet`);
    return join(volumesDir, bound);
  }
  if (volume.hostDisk !== undefined) {
    return join(hostsDir, status?.nodeName ?? '', volume.hostDisk.path);
  }
  return join(machineDir, 'disks', volume.name);
}
