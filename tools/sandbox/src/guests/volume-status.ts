// SPDX-License-Identifier: Apache-2.0
import { busOf, type MachineInstance, type VolumeStatus } from './virtual-machine.ts';

/** Prefix of the device names on each bus. @see pkg/virt-launcher/virtwrap/converter (getPrefixFromBus) */
const devicePrefixes: Readonly<Record<string, string>> = {
  virtio: 'vd',
  sata: 'sd',
  scsi: 'sd',
  usb: 'sd',
};

/** Phases in which a hot-plugged volume is not yet mounted in the machine's pod. */
const beforeMount: readonly (string | undefined)[] = ['Bound', 'Pending', 'AttachedToNode'];

/** Phases from which a volume that was removed from the spec is unmounted. */
const beforeUnmount: readonly (string | undefined)[] = ['Ready', 'MountedToPod', 'AttachedToNode'];

/**
 * Returns the next statuses of a machine's volumes, one step further, as virt-handler writes them.
 * virt-controller does the steps between: it creates and removes the pods that attach volumes to
 * the host, and removes the status of a volume that is gone.
 *
 * @param isRunning - Whether the machine runs, so that disks can be plugged into it.
 * @see https://github.com/kubevirt/kubevirt/blob/v1.8.4/pkg/virt-handler/vm.go (updateVolumeStatusesFromDomain)
 */
export function nextVolumeStatuses(
  machine: MachineInstance,
  isRunning: boolean,
): readonly VolumeStatus[] {
  const { volumeStatus = [] } = machine.status ?? {};
  const targets = isRunning ? targetsOf(machine) : new Map<string, string>();
  const wanted = new Set((machine.spec.volumes ?? []).map(({ name }) => name));
  return volumeStatus
    .map((status) =>
      next(status, {
        target: targets.get(status.name),
        isWanted: wanted.has(status.name),
        canMount: machine.spec.domain?.devices?.disableHotplug !== true,
      }),
    )
    .sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
}

/** Returns whether all hot-plugged volumes with which a machine has to start are mounted. */
export function areVolumesMounted({ spec, status }: MachineInstance): boolean {
  const hotplugged = (spec.volumes ?? []).filter(isHotpluggable);
  return hotplugged.every(({ name }) => {
    const found = status?.volumeStatus?.find((entry) => entry.name === name);
    return found?.phase === 'MountedToPod' || found?.phase === 'Ready';
  });
}

/** Returns the names of the volumes whose disks the guest has at the moment. */
export function pluggedVolumes({ spec, status }: MachineInstance): ReadonlySet<string> {
  const mounted = new Set(
    (status?.volumeStatus ?? [])
      .filter(({ phase }) => phase === 'MountedToPod' || phase === 'Ready')
      .map(({ name }) => name),
  );
  return new Set(
    (spec.volumes ?? [])
      .filter((volume) => !isHotpluggable(volume) || mounted.has(volume.name))
      .map(({ name }) => name),
  );
}

function isHotpluggable(volume: NonNullable<MachineInstance['spec']['volumes']>[number]): boolean {
  return (volume.persistentVolumeClaim ?? volume.dataVolume)?.hotpluggable === true;
}

interface VolumeFacts {
  /** Device name of its disk; undefined while the guest has none. */
  readonly target: string | undefined;
  readonly isWanted: boolean;
  /** Whether the machine's pod has a directory for hot-plugged volumes. */
  readonly canMount: boolean;
}

function next(status: VolumeStatus, { target, isWanted, canMount }: VolumeFacts): VolumeStatus {
  const { name, phase, hotplugVolume } = status;
  // A volume without a device must have an empty target.
  const withTarget = { ...status, target: target ?? '' };
  if (hotplugVolume === undefined) return withTarget;
  if (isWanted && target !== undefined) {
    return {
      ...withTarget,
      phase: 'Ready',
      reason: 'VolumeReady',
      message: `Successfully attach hotplugged volume ${name} to VM`,
    };
  }
  // The pod that attaches the volume to the host is ready once its uid is in the status.
  const isAttached = (hotplugVolume.attachPodUID ?? '') !== '';
  if (isWanted && canMount && beforeMount.includes(phase) && isAttached) {
    return {
      ...withTarget,
      phase: 'MountedToPod',
      reason: 'VolumeMountedToPod',
      message: `Volume ${name} has been mounted in virt-launcher pod`,
    };
  }
  if (!isWanted && beforeUnmount.includes(phase)) {
    return {
      ...withTarget,
      phase: 'UnMountedFromPod',
      reason: 'VolumeUnMountedFromPod',
      message: `Volume ${name} has been unmounted from virt-launcher pod`,
    };
  }
  return withTarget;
}

/**
 * Returns the device names of the disks that the machine has; a disk keeps the name that it has.
 */
function targetsOf(machine: MachineInstance): Map<string, string> {
  const plugged = pluggedVolumes(machine);
  const disks = (machine.spec.domain?.devices?.disks ?? []).filter(({ name }) => plugged.has(name));
  const before = new Map(
    (machine.status?.volumeStatus ?? []).map(({ name, target }) => [name, target]),
  );
  const targets = new Map<string, string>();
  const used = new Set<string>();
  for (const { name } of disks) {
    const target = before.get(name);
    if (target === undefined || target === '') continue;
    targets.set(name, target);
    used.add(target);
  }
  for (const disk of disks) {
    if (targets.has(disk.name)) continue;
    const target = freeDevice(devicePrefixes[busOf(disk)] ?? 'sd', used);
    targets.set(disk.name, target);
    used.add(target);
  }
  return targets;
}

function freeDevice(prefix: string, used: ReadonlySet<string>): string {
  for (let index = 0; ; index += 1) {
    const device = `${prefix}${letters(index)}`;
    if (!used.has(device)) return device;
  }
}

/** Returns the letters of the n-th disk as Linux counts: a to z, then aa and so on. */
function letters(index: number): string {
  const last = String.fromCharCode(97 + (index % 26));
  return index < 26 ? last : letters(Math.floor(index / 26) - 1) + last;
}
