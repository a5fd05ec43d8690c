// SPDX-License-Identifier: Apache-2.0
import { guestSystems, systemOfImage } from '@strata/contracts';
import type { Problem, StartUpReader } from '@strata/contracts';
import type { Check, CheckContext } from '../checks/check-context.ts';
import type { MachineConfig } from '../config/index.ts';
import { allMachines, goldenImageOf } from '../machines/index.ts';
import type { MachineGroup } from '../machines/index.ts';

/** Program that reads each kind of start-up data. */
const readers: Readonly<Record<MachineConfig['cloudInit'], StartUpReader>> = {
  noCloud: 'cloud-init',
  configDrive: 'cloud-init',
  ignition: 'ignition',
};

/** Ends of messages: what a system reads, and how to give it that. */
const remedies: Readonly<Record<StartUpReader, string>> = {
  'cloud-init': 'which reads cloud-init, not Ignition; leave cloudInit out',
  ignition: 'which reads Ignition, not cloud-init; set cloudInit: ignition',
};

/** Reports start-up data that the image cannot read: such a VM boots and does nothing. */
function checkReader(
  { path, title, machine }: MachineGroup,
  { platform }: CheckContext,
): Problem[] {
  const { image } = machine.rootDisk;
  const os = goldenImageOf(machine.rootDisk, platform)?.os ?? systemOfImage(image);
  const reads = os === undefined ? undefined : guestSystems[os]?.reads;
  if (os === undefined || reads === undefined || reads === readers[machine.cloudInit]) return [];
  return [
    {
      path: [...path, 'cloudInit'],
      message: `${title} boots from "${image}", which is ${os}, ${remedies[reads]}, or take another image`,
    },
  ];
}

/**
 * Reports further interfaces of VMs that start from Ignition: nothing tells such a system which
 * interface is which. It reads no network data from the disk, and the annotation that Ignition needs
 * moves devices on the bus, by which Linux names them.
 */
function checkInterfaces({ path, machine }: MachineGroup): Problem[] {
  const key = machine.interfaces.length > 0 ? 'interfaces' : 'peers';
  const hasMore =
    machine.interfaces.length > 0 || ('peers' in machine && machine.peers !== undefined);
  if (machine.cloudInit !== 'ignition' || !hasMore) return [];
  return [
    {
      path: [...path, key],
      message:
        'machines that start from Ignition have one interface, for nothing tells them what the others ' +
        `are for; remove ${key}, or take an image with cloud-init`,
    },
  ];
}

/** Returns the problems of VMs that cannot use their start-up data. */
export const checkStartUp: Check = (context) =>
  allMachines(context.config).flatMap((group) => [
    ...checkReader(group, context),
    ...checkInterfaces(group),
  ]);
