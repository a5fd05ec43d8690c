// SPDX-License-Identifier: Apache-2.0
import { join } from 'node:path';
import type { Disk } from '../guest/boot-file.ts';
import {
  busOf,
  claimOf,
  type MachineDisk,
  type MachineInstance,
  type MachineVolume,
} from './virtual-machine.ts';

/** Where the contents of disks are. */
export interface DiskFolders {
  /** Of persistent volumes, by their names. */
  readonly volumesDir: string;
  /** Of hosts, by their names. */
  readonly hostsDir: string;
  /** What lives as long as the machine does. */
  readonly machineDir: string;
  /** The persistent volume that a claim is bound to. */
  readonly volumeOf: (claim: string) => string | undefined;
}

/**
 * The disks of a machine, each a folder: on persistent volumes and hosts it outlives the machine,
 * all else goes with it.
 *
 * @param plugged - The volumes that the machine has now.
 * @throws Error when a claim is not bound.
 */
export function disksOf(
  machine: MachineInstance,
  plugged: ReadonlySet<string>,
  folders: DiskFolders,
): Disk[] {
  return (machine.spec.domain?.devices?.disks ?? []).flatMap((disk) => {
    const volume = machine.spec.volumes?.find(({ name }) => name === disk.name);
    // The guest is told what cloud-init says; it need not read that from a disk.
    if (volume === undefined || isCloudInit(volume) || !plugged.has(disk.name)) return [];
    const { name, serial } = disk;
    return [
      {
        name,
        ...(serial !== undefined && serial !== '' && { serial }),
        bus: busOf(disk),
        path: folderOf(machine, volume, folders),
      },
    ];
  });
}

/**
 * The disk from which a machine boots.
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
