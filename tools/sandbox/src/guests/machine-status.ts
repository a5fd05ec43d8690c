// SPDX-License-Identifier: Apache-2.0
import { minorsAhead } from '@strata/contracts/versions';
import { isDeepStrictEqual } from 'node:util';
import type { Condition } from '../kubelet/pod.ts';
import { podAddress6 } from '../network.ts';
import { migratabilityOf, migrationMethodOf, type Migratability } from './live-migration.ts';
import { guestInterfaces, isBridged } from './interfaces.ts';
import type { PodNetwork, PowerOff } from './launcher.ts';
import type { InterfaceStatus, MachineInstance } from './virtual-machine.ts';
import { nextVolumeStatuses } from './volume-status.ts';

type Status = NonNullable<MachineInstance['status']>;

/**
 * Changes of a machine's status; undefined when there are none. A field with the value undefined is
 * removed.
 */
export type StatusChange =
  | { readonly [field in keyof Status]?: Status[field] | undefined }
  | undefined;

/** Phase of a machine that has ended, and virt-handler's message, by how it ended. */
const endings = {
  shutdown: { phase: 'Succeeded', message: 'The VirtualMachineInstance was shut down.' },
  crashed: { phase: 'Failed', message: 'The VirtualMachineInstance crashed.' },
  destroyed: { phase: 'Failed', message: 'The VirtualMachineInstance crashed.' },
} as const;

/**
 * Condition of a machine that stands still, because a disk answered with an I/O error.
 *
 * @see https://github.com/kubevirt/kubevirt/blob/v1.8.4/pkg/virt-handler/vm.go (calculatePausedCondition)
 */
const paused = {
  type: 'Paused',
  status: 'True',
  reason: 'PausedIOError',
  message: 'VMI was paused, low-level IO error detected',
} as const;

/** Type of the condition that says why a machine is not as its spec wants it. */
const synchronized = 'Synchronized';

/** Reason that virt-handler gives for each such error; the message says more. */
const syncFailed = 'Synchronizing with the Domain failed.';

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

/** Facts of a running machine that its launcher reports. */
export interface RunningFacts {
  readonly network: PodNetwork;
  /** Whether it stands still, because a disk answered with an I/O error. */
  readonly isPaused: boolean;
  /** Version of the virt-handler that looks after it, such as `v1.8.4`; empty where it says none. */
  readonly kubevirt: string;
}

/**
 * Returns what virt-handler has to change in the status of a running machine. Whether the machine
 * is Ready, virt-controller reports, from the probes of its pod.
 */
export function runningChange(
  machine: MachineInstance,
  facts: RunningFacts,
  now = new Date(),
): StatusChange {
  const wanted: Partial<Status> = {
    // No host here has SELinux; without this field no volume is ever hot-plugged.
    selinuxContext: 'none',
    interfaces: interfacesOf(machine, facts),
    conditions: conditionsOf(machine, facts, now),
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

/** The first minor whose virt-handler leaves IPv6 out for the binding `bridge`, which the guest never gets. */
const dropsIPv6 = 'v1.8';

/**
 * Returns the addresses of a machine in the pod network: all of its pod, the IPv4 one first, as in the status of the
 * pod.
 *
 * @see https://github.com/kubevirt/kubevirt/blob/v1.8.4/pkg/network/setup/netpod/discover.go (storePodInterfaceData)
 */
function podAddresses(machine: MachineInstance, address: string, kubevirt: string): string[] {
  const isDropped = isBridged(machine) && minorsAhead(kubevirt, dropsIPv6) >= 0;
  return isDropped ? [address] : [address, podAddress6(address)];
}

/**
 * Returns the status of the interfaces; the pod network's is first, and has the pod's addresses. Only
 * an agent in the guest could report addresses on others, and Strata's machines have no agent.
 *
 * @see https://github.com/kubevirt/kubevirt/blob/v1.8.4/pkg/network/setup/netstat.go (UpdateStatus)
 */
function interfacesOf(
  machine: MachineInstance,
  { network, kubevirt }: RunningFacts,
): InterfaceStatus[] {
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
      ...(onPodNetwork && {
        ipAddress: address,
        ipAddresses: podAddresses(machine, address, kubevirt),
      }),
    };
  });
  const first = own.filter(({ ipAddress }) => ipAddress !== undefined);
  return [...first, ...own.filter((one) => !first.includes(one))];
}

/**
 * Returns the conditions of a running machine: one that runs has started without an error.
 *
 * @see https://github.com/kubevirt/kubevirt/blob/v1.8.4/pkg/controller/conditions.go (CheckFailure)
 */
function conditionsOf(
  machine: MachineInstance,
  { isPaused, kubevirt }: RunningFacts,
  now: Date,
): Condition[] {
  const time = timeOf(now);
  const others = without(machine.status?.conditions ?? [], synchronized);
  const migratable = withMigratability(others, migratabilityOf(machine, kubevirt), time);
  if (!isPaused) return without(migratable, paused.type);
  if (migratable.some(({ type }) => type === paused.type)) return migratable;
  return [...migratable, { ...paused, lastProbeTime: time, lastTransitionTime: time }];
}

function withMigratability(
  conditions: readonly Condition[],
  found: Migratability,
  time: string,
): Condition[] {
  const wanted = { type: 'LiveMigratable', ...found };
  const before = conditions.find(({ type }) => type === wanted.type);
  const isSame =
    before?.status === wanted.status &&
    before.reason === wanted.reason &&
    before.message === wanted.message;
  if (isSame) return [...conditions];
  const condition = { ...wanted, lastProbeTime: time, lastTransitionTime: time };
  return [...without(conditions, wanted.type), condition];
}

function without(conditions: readonly Condition[], unwanted: string): Condition[] {
  return conditions.filter(({ type }) => type !== unwanted);
}

/**
 * Returns the change that reports why a machine does not start. The first error stays until the
 * machine starts: virt-handler compares conditions by their reason alone, which is always the same.
 *
 * @see https://github.com/kubevirt/kubevirt/blob/v1.8.4/pkg/controller/conditions.go (CheckFailure)
 */
export function failedChange(
  machine: MachineInstance,
  message: string,
  now = new Date(),
): StatusChange {
  const conditions = machine.status?.conditions ?? [];
  const wanted = { type: synchronized, status: 'False', reason: syncFailed };
  const isKnown = conditions.some(
    ({ type, status, reason }) =>
      type === wanted.type && status === wanted.status && reason === wanted.reason,
  );
  if (isKnown) return undefined;
  const condition = { ...wanted, message, lastProbeTime: null, lastTransitionTime: timeOf(now) };
  return { conditions: [...without(conditions, synchronized), condition] };
}

/**
 * Formats a time without fractions of a second. virt-controller cannot read fractions: its patches
 * contain the value that they expect to find, and would never match.
 */
export function timeOf(date: Date): string {
  return `${date.toISOString().slice(0, 19)}Z`;
}
