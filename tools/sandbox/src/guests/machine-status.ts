// SPDX-License-Identifier: Apache-2.0
import { isDeepStrictEqual } from 'node:util';
import type { Condition } from '../kubelet/pod.ts';
import { migratabilityOf, migrationMethodOf } from './live-migration.ts';
import { guestInterfaces } from './interfaces.ts';
import type { PodNetwork, PowerOff } from './launcher.ts';
import type { InterfaceStatus, MachineInstance } from './virtual-machine.ts';
import { nextVolumeStatuses } from './volume-status.ts';

type Status = NonNullable<MachineInstance['status']>;

/**
 * Changes of a machine's status; undefined when there are none. A field with the value undefined is
 * removed.
 */
export type StatusChange =
  { readonly [field in keyof Status]?: Status[field] | undefined } | undefined;

/** Phase of a machine that has ended, and virt-handler's message, by how it ended. */
const endings = {
  shutdown: { phase: 'Succeeded', message: 'The VirtualMachineInstance was shut down.' },
  crashed: { phase: 'Failed', message: 'The VirtualMachineInstance crashed.' },
  destroyed: { phase: 'Failed', message: 'The VirtualMachineInstance crashed.' },
} as const;

/** Returns the phase and the message of a machine that ended in this way. */
export function endingOf(
  { spec }: MachineInstance,
  { cause }: PowerOff,
): (typeof endings)[keyof typeof endings] {
  // A grace period of 0 means that the machine is meant to be cut off.
  const isMeant = cause === 'destroyed' && spec.terminationGracePeriodSeconds === 0;
  return endings[isMeant ? 'shutdown' : cause];
}

/** Returns the status change of a machine that enters a phase. */
export function enterPhase({ status }: MachineInstance, phase: string, now = new Date()): Status {
  const earlier = status?.phaseTransitionTimestamps ?? [];
  const entry = { phase, phaseTransitionTimestamp: timeOf(now) };
  return { phase, phaseTransitionTimestamps: [...earlier, entry] };
}

/**
 * Returns what virt-handler has to change in the status of a running machine. Whether the machine
 * is Ready, virt-controller reports, from the probes of its pod.
 */
export function runningChange(
  machine: MachineInstance,
  network: PodNetwork,
  now = new Date(),
): StatusChange {
  const wanted: Partial<Status> = {
    // No host here has SELinux; without this field no volume is ever hot-plugged.
    selinuxContext: 'none',
    interfaces: interfacesOf(machine, network),
    conditions: conditionsOf(machine, now),
    migrationMethod: migrationMethodOf(machine),
    ...volumeChange(machine, true),
  };
  return changesOnly(machine, wanted);
}

/** Returns the change of the volumes' status for a machine that is about to boot. */
export function scheduledChange(machine: MachineInstance): StatusChange {
  return changesOnly(machine, volumeChange(machine, false));
}

function volumeChange(machine: MachineInstance, isRunning: boolean): Partial<Status> {
  if (machine.status?.volumeStatus === undefined) return {};
  return { volumeStatus: nextVolumeStatuses(machine, isRunning) };
}

function changesOnly({ status = {} }: MachineInstance, wanted: Partial<Status>): StatusChange {
  const changed = Object.entries(wanted).filter(
    ([key, value]) => !isDeepStrictEqual(status[key as keyof Status], value),
  );
  return changed.length === 0 ? undefined : Object.fromEntries(changed);
}

/**
 * Names of virt-handler and Multus in `infoSource` of a machine's interfaces, as virt-controller
 * writes them.
 */
const infoSources = { handler: 'domain', multus: 'multus-status' } as const;

/**
 * Returns the status of the interfaces; the pod network's is first, and has the pod's address. Only
 * an agent in the guest could report addresses on others, and Strata's machines have no agent.
 *
 * @see https://github.com/kubevirt/kubevirt/blob/v1.8.4/pkg/network/setup/netstat.go (UpdateStatus)
 */
function interfacesOf(machine: MachineInstance, network: PodNetwork): InterfaceStatus[] {
  const known = machine.status?.interfaces ?? [];
  const own = guestInterfaces(machine, network).map(({ name, mac, onPodNetwork }) => {
    const before = known.find((entry) => entry.name === name);
    const isAttached = before?.infoSource?.includes(infoSources.multus) === true;
    const { address } = network;
    return {
      name,
      mac,
      queueCount: 1,
      linkState: 'up',
      infoSource: isAttached ? Object.values(infoSources).join(', ') : infoSources.handler,
      ...(before?.podInterfaceName !== undefined && { podInterfaceName: before.podInterfaceName }),
      ...(onPodNetwork && { ipAddress: address, ipAddresses: [address] }),
    };
  });
  const first = own.filter(({ ipAddress }) => ipAddress !== undefined);
  return [...first, ...own.filter((one) => !first.includes(one))];
}

function conditionsOf(machine: MachineInstance, now: Date): Condition[] {
  const conditions = machine.status?.conditions ?? [];
  const wanted = { type: 'LiveMigratable', ...migratabilityOf(machine) };
  const before = conditions.find(({ type }) => type === wanted.type);
  const isSame =
    before?.status === wanted.status &&
    before.reason === wanted.reason &&
    before.message === wanted.message;
  if (isSame) return [...conditions];
  const time = timeOf(now);
  const condition = { ...wanted, lastProbeTime: time, lastTransitionTime: time };
  return [...conditions.filter(({ type }) => type !== wanted.type), condition];
}

/**
 * Formats a time without fractions of a second. virt-controller cannot read fractions: its patches
 * contain the value that they expect to find, and would never match.
 */
export function timeOf(date: Date): string {
  return `${date.toISOString().slice(0, 19)}Z`;
}
