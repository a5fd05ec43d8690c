// SPDX-License-Identifier: Apache-2.0
import { z } from 'zod';
import { field, listOf, objectName, oneOf, text, wholeNumber } from '../field.ts';
import { labelKey, labels } from '../label-fields.ts';

const yesOrNo = () => field(z.boolean(), 'true or false');

const annotations = () =>
  field(
    z.record(labelKey('the key of an annotation'), field(z.string(), 'text')),
    'a mapping of annotations',
  ).optional();

/** A device of the host that a machine gets for itself. */
const passthrough = field(
  z.strictObject({
    /** For the guest's device list; unique in the instancetype. */
    name: objectName(),
    /** A resource of `kubevirt.permittedHostDevices`, such as `nvidia.com/A100`. */
    deviceName: text('the resource name of a device, such as "vendor.example/disk"'),
  }),
  'a mapping with name and deviceName',
);

/**
 * A VM size, offered to every user cluster. Whatever is optional is left to KubeVirt when absent.
 *
 * @see https://kubevirt.io/user-guide/user_workloads/instancetypes/
 */
const instancetype = field(
  z.strictObject({
    name: objectName(),
    /** Virtual CPUs. */
    cpu: wholeNumber(1),
    memoryGiB: wholeNumber(1),
    /** As libvirt calls it, or `host-model`, `host-passthrough`. @default the cluster's CPU model */
    cpuModel: text('the name of a CPU model').optional(),
    /** Each virtual CPU has a host CPU of its own. Needs the gate CPUManager. @default false */
    dedicatedCpus: yesOrNo().optional(),
    /** One more dedicated CPU for what QEMU itself does. @default false */
    isolateEmulatorThread: yesOrNo().optional(),
    /** The guest sees the NUMA cells that its CPUs and hugepages come from. @default false */
    numaPassthrough: yesOrNo().optional(),
    /** How many sockets the guest can grow to while it runs. @default four times as many as at start */
    maxSockets: wholeNumber(1).optional(),
    /** Size of the hugepages that back the guest's memory. @default none */
    hugepages: oneOf(['2Mi', '1Gi']).optional(),
    /** By how many per cent of the guest's memory the host may be short of it. @default 0 */
    overcommitPercent: field(z.int().min(1).max(90), 'a whole number from 1 to 90').optional(),
    /** What the guest's memory can grow to while it runs. @default four times as much as at start */
    maxMemoryGiB: wholeNumber(1).optional(),
    /** Threads for the disks' work beside QEMU's own. @default none */
    ioThreadsPolicy: oneOf(['shared', 'auto', 'supplementalPool']).optional(),
    /** How many there are for `ioThreadsPolicy: supplementalPool`. */
    ioThreads: wholeNumber(1).optional(),
    /** Disks (NVMe) and cards handed through whole. Needs the gate HostDevices. @default none */
    hostDevices: listOf(passthrough, 'a list of devices').optional(),
    /** Graphics cards, or parts of them, handed through. @default none */
    gpus: listOf(passthrough, 'a list of devices').optional(),
    /** Labels of the hosts that machines of this size may run on. @default any */
    nodeSelector: labels('a mapping of node labels').optional(),
    /** For the machines of this size. @default none */
    annotations: annotations(),
  }),
  'a mapping with name, cpu and memoryGiB',
);

/** What the machine's devices are, unless the machine itself says otherwise. */
const devices = field(
  z.strictObject({
    diskBus: oneOf(['virtio', 'scsi', 'sata']).optional(),
    /** `none` fails on storage without O_DIRECT, instead of being slow. */
    diskCache: oneOf(['none', 'writethrough', 'writeback']).optional(),
    diskIo: oneOf(['native', 'threads']).optional(),
    /** A thread for each virtio disk; needs an `ioThreadsPolicy`. */
    dedicatedIoThread: yesOrNo().optional(),
    /** A queue for each virtual CPU on each virtio disk. */
    blockMultiQueue: yesOrNo().optional(),
    /** A pair of queues for each virtual CPU on each virtio interface. */
    networkMultiQueue: yesOrNo().optional(),
    interfaceModel: oneOf(['virtio', 'e1000e', 'e1000', 'rtl8139']).optional(),
    graphics: yesOrNo().optional(),
    /** Gives free pages back to the host, and memory metrics to it. */
    memoryBalloon: yesOrNo().optional(),
    serialConsole: yesOrNo().optional(),
    /** Random numbers of the host. */
    rng: yesOrNo().optional(),
    tpm: yesOrNo().optional(),
    /** Fewer PCI ports, but disks and interfaces can only change while the machine is off. */
    disableHotplug: yesOrNo().optional(),
  }),
  'a mapping of devices',
);

/** Hardware choices of a VM that are no size, offered to every user cluster. */
const preference = field(
  z.strictObject({
    name: objectName(),
    /** What virtual CPUs look like to the guest. @see https://kubevirt.io/user-guide/user_workloads/instancetypes/ */
    cpuTopology: oneOf(['sockets', 'cores', 'threads', 'spread', 'any']),
    /** How many cores a socket has for `cpuTopology: spread`. @default 2 */
    spreadRatio: wholeNumber(2).optional(),
    /** @default what KubeVirt gives */
    devices: devices.optional(),
    firmware: oneOf(['bios', 'uefi', 'uefi-secure-boot']).optional(),
    /** As QEMU calls it, such as `pc-q35-9.2`. @default the cluster's */
    machineType: text('the name of a machine type').optional(),
    terminationGracePeriodSeconds: wholeNumber(0).optional(),
    /** The smallest machine that may have this preference. @default any */
    requires: field(
      z.strictObject({ cpu: wholeNumber(1).optional(), memoryGiB: wholeNumber(1).optional() }),
      'a mapping with cpu and memoryGiB',
    ).optional(),
    /** For the machines with this preference. @default none */
    annotations: annotations(),
  }),
  'a mapping with name and cpuTopology',
);

/** The names of all built-in groups of sizes and preferences. */
export const flavorNames = ['standard', 'high-density', 'high-performance'] as const;

/** The built-in groups on offer, `kubevirt-stack:flavors`; `standard` is there in any case. */
export const flavors = listOf(
  oneOf(flavorNames),
  `a list of ${flavorNames.map((name) => `"${name}"`).join(', ')}`,
).default(['standard']);

/** Sizes besides the built-in ones, `kubevirt-stack:instancetypes`. */
export const instancetypes = listOf(instancetype, 'a list of instancetypes').default([]);

/** Preferences besides the built-in ones, `kubevirt-stack:preferences`. */
export const preferences = listOf(preference, 'a list of preferences').default([]);

/** The name of a built-in group of sizes and preferences. */
export type FlavorName = (typeof flavorNames)[number];
/** A VM size. */
export type Instancetype = z.output<typeof instancetype>;
/** Hardware choices of a VM that are no size. */
export type Preference = z.output<typeof preference>;
