// SPDX-License-Identifier: Apache-2.0
import { isDeepStrictEqual } from 'node:util';
import type { Condition } from '../kubelet/pod.ts';
import { migratabilityOf, migrationMethodOf } from './live-migration.ts';
import { guestInterfaces } from './interfaces.ts';
import type { PodNetwork, PowerOff } from './launcher.ts';
import type { InterfaceStatus, MachineInstance } from './virtual-machine.ts';
import { nextVolumeStatuses } from './volume-status.ts';

type Status = NonNullable<MachineInstance['status']>;

/** What changes in a machine's status; undefined when nothing does. A field of undefined goes. */
export type StatusChange =
  { readonly [field in keyof Status]?: Status[field] | undefined } | undefined;

/** What a machine is called that has ended, and what virt-handler says about it. */
const endings = {
  shutdown: { phase: 'Succeeded', message: 'The VirtualMachineInstance was shut down.' },
  crashed: { phase: 'Failed', message: 'The VirtualMachineInstance crashed.' },
  destroyed: { phase: 'Failed', message: 'The VirtualMachineInstance crashed.' },
} as const;

/** What to call a machine that ended like this. */
export function endingOf(
  { spec }: MachineInstance,
  { cause }: PowerOff,
): (typeof endings)[keyof typeof endings] {
  // A machine that gets no time to shut down is meant to be cut off.
  const isMeant = cause === 'destroyed' && spec.terminationGracePeriodSeconds === 0;
  return endings[isMeant ? 'shutdown' : cause];
}

/** The change of a machine that enters a phase. */
export function enterPhase({ status }: MachineInstance, phase: string, now = new Date()): Status {
  const earlier = status?.phaseTransitionTimestamps ?? [];
  const entry = { phase, phaseTransitionTimestamp: timeOf(now) };
  return { phase, phaseTransitionTimestamps: [...earlier, entry] };
}

/**
 * What virt-handler says of a machine while it runs, as far as that is not said yet. Whether it is
 * Ready is for virt-controller to say, after the probes of its pod.
 */
export function runningChange(
  machine: MachineInstance,
  network: PodNetwork,
  now = new Date(),
): StatusChange {
  const wanted: Partial<Status> = {
    // No host here has SELinux; without a word about it no volume is ever hot-plugged.
    selinuxContext: 'none',
    interfaces: interfacesOf(machine, network),
    conditions: conditionsOf(machine, now),
    migrationMethod: migrationMethodOf(machine),
    ...volumeChange(machine, true),
  };
  return changesOnly(machine, wanted);
}

/** What virt-handler says of the volumes of a machine that is about to boot. */
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

/** Who virt-handler is for the interfaces of a machine, and who Multus is, as virt-controller says. */
const infoSources = { handler: 'domain', multus: 'multus-status' } as const;

/**
 * The pod network's first: its address is the pod's. Addresses on others only an agent in the guest
 * could tell, which Strata's machines do not have.
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
      ...{ name, mac, queueCount: 1, linkState: 'up' },
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
 * A time as Go writes it. virt-controller's patches say what they expect to find: a fraction of a
 * second, which it cannot read, would let none of them through.
 */
export function timeOf(date: Date): string {
  return `${date.toISOString().slice(0, 19)}Z`;
}
