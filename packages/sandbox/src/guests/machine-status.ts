// SPDX-License-Identifier: Apache-2.0
import { isDeepStrictEqual } from 'node:util';
import type { Condition } from '../kubelet/pod.ts';
import { migratabilityOf } from './live-migration.ts';
import type { PowerOff } from './launcher.ts';
import type { InterfaceStatus, MachineInstance } from './virtual-machine.ts';
import { nextVolumeStatuses } from './volume-status.ts';

type Status = NonNullable<MachineInstance['status']>;

/** What changes in a machine's status; undefined when nothing does. */
export type StatusChange = Partial<Status> | undefined;

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
 *
 * @param address - Of the machine's pod.
 */
export function runningChange(
  machine: MachineInstance,
  address: string,
  now = new Date(),
): StatusChange {
  const wanted: Partial<Status> = {
    // No host here has SELinux; without a word about it no volume is ever hot-plugged.
    selinuxContext: 'none',
    interfaces: interfacesOf(machine, address),
    conditions: conditionsOf(machine, now),
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

/** Its address is its pod's, on the interface that is on the pods' network. */
function interfacesOf({ spec, status }: MachineInstance, address: string): InterfaceStatus[] {
  const known = status?.interfaces ?? [];
  const podNetwork = spec.networks?.find(({ pod }) => pod !== undefined)?.name;
  const own = (spec.domain?.devices?.interfaces ?? []).map(({ name, macAddress }) => {
    const before = known.find((entry) => entry.name === name);
    const isPrimary = name === podNetwork;
    return {
      infoSource: 'domain',
      queueCount: 1,
      ...(macAddress !== undefined && { mac: macAddress }),
      ...before,
      name,
      ...(isPrimary && { podInterfaceName: 'eth0', ipAddress: address, ipAddresses: [address] }),
    };
  });
  const others = known.filter(({ name }) => !own.some((entry) => entry.name === name));
  return [...own, ...others];
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
function timeOf(date: Date): string {
  return `${date.toISOString().slice(0, 19)}Z`;
}
