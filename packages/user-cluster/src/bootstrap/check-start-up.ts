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

/** Returns the operating system of a VM's image; undefined if nothing says which it is. */
function systemOf({ machine }: MachineGroup, { platform }: CheckContext): string | undefined {
  const { image } = machine.rootDisk;
  return goldenImageOf(machine.rootDisk, platform)?.os ?? systemOfImage(image);
}

/** Reports start-up data that the image cannot read: such a VM boots and does nothing. */
function checkReader(group: MachineGroup, context: CheckContext): Problem[] {
  const { path, title, machine } = group;
  const { image } = machine.rootDisk;
  const os = systemOf(group, context);
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
 * Reports further interfaces of VMs whose system cannot tell which interface is which. Network data
 * names cards after their ports. A system with Ignition does not read it, and the annotation that
 * Ignition needs moves devices on the bus; others do not call cards after their ports.
 */
function checkInterfaces(group: MachineGroup, context: CheckContext): Problem[] {
  const { path, machine } = group;
  const key = machine.interfaces.length > 0 ? 'interfaces' : 'peers';
  const hasMore =
    machine.interfaces.length > 0 || ('peers' in machine && machine.peers !== undefined);
  if (!hasMore) return [];
  if (machine.cloudInit === 'ignition') {
    const message =
      'machines that start from Ignition have one interface, for nothing tells them what the others ' +
      `are for; remove ${key}, or take an image with cloud-init`;
    return [{ path: [...path, key], message }];
  }
  const os = systemOf(group, context);
  if (os === undefined || guestSystems[os]?.plainCardNames !== true) return [];
  const message =
    `images of ${os} name their network cards eth0, eth1 and so on (net.ifnames=0), but cards are ` +
    `told apart by the names of their ports; remove ${key}, or take an image of Ubuntu or Debian`;
  return [{ path: [...path, key], message }];
}

/** Returns the problems of VMs that cannot use their start-up data. */
export const checkStartUp: Check = (context) =>
  allMachines(context.config).flatMap((group) => [
    ...checkReader(group, context),
    ...checkInterfaces(group, context),
  ]);
