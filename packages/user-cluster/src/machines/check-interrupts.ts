// SPDX-License-Identifier: Apache-2.0
import { fitsVectors, interruptVectors, vectorLimit } from '@strata/contracts';
import type { MachineDevices, Problem } from '@strata/contracts';
import type { CheckContext } from '../checks/check-context.ts';
import type { MachineConfig } from '../config/index.ts';
import type { MachineGroup } from './all-machines.ts';
import { machineSize } from './disk-storage.ts';
import { passesCards } from './network-data.ts';
import { reservedDiskNames } from './render-disks.ts';

type Machine = Pick<MachineConfig, 'disks' | 'interfaces' | 'rootDisk' | 'volumes'>;

/** Counts disks on the bus virtio: disks of scsi share a controller, those of sata have no vectors. */
function virtioDisks({ disks, rootDisk, volumes }: Machine, persistent: number): number {
  const others = reservedDiskNames.length - 1 + persistent + volumes.length;
  return [rootDisk, ...disks].filter(({ bus }) => bus === 'virtio').length + others;
}

/** Returns the devices of a VM; undefined where its size is wrong. */
function devicesOf(
  { machine, role }: MachineGroup,
  { config, platform }: CheckContext,
): MachineDevices | undefined {
  const size = machineSize(machine, platform);
  if (size === undefined) return undefined;
  const offered = platform.instancetypes.find(({ name }) => name === machine.instancetype);
  const preference = platform.preferenceDevices?.find(({ name }) => name === machine.preference);
  const functions = machine.interfaces.filter(({ network }) => passesCards(network, platform));
  const emulated = machine.interfaces.filter(({ model = 'virtio' }) => model !== 'virtio');
  const isControlPlane = role === 'control-plane';
  const isPeer = isControlPlane && config.controlPlane?.peers !== undefined;
  return {
    ...size,
    // A disk of etcd.
    disks: virtioDisks(machine, isControlPlane ? 1 : 0),
    // The interface in the pod network, and the one among peers.
    interfaces: (isPeer ? 2 : 1) + machine.interfaces.length - functions.length - emulated.length,
    hostDevices: (offered?.hostDevices ?? 0) + functions.length,
    // They are among the host devices of a size, and have as many vectors.
    gpus: 0,
    networkMultiQueue: preference?.networkMultiQueue ?? false,
    hotplug: preference?.hotplug ?? platform.preferenceDevices !== undefined,
  };
}

/** Reports VMs with more devices than their guest can serve interrupts of. */
export function checkInterrupts(group: MachineGroup, context: CheckContext): Problem[] {
  const devices = devicesOf(group, context);
  if (devices === undefined || fitsVectors(devices)) return [];
  return [
    {
      path: group.path,
      message:
        `one virtual CPU of ${group.title} would serve ${interruptVectors(devices).busiest} interrupts ` +
        `(MSI-X vectors) of devices, and can serve ${vectorLimit.perCpu}; take disks or interfaces away, ` +
        'or put disks on the bus scsi, where one controller serves all',
    },
  ];
}
