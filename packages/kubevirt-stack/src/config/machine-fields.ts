// SPDX-License-Identifier: Apache-2.0
import {
  field,
  labelKey,
  labels,
  listOf,
  objectName,
  oneOf,
  text,
  trueOrFalse,
  wholeNumber,
} from '@strata/contracts/fields';
import { z } from 'zod';

const annotations = () =>
  field(
    z.record(labelKey('the key of an annotation'), field(z.string(), 'text')),
    'a mapping of annotations',
  ).optional();

/** A device of the host that a VM has exclusively. */
const passthrough = field(
  z.strictObject({
    /** Name in the guest's device list; unique in the instancetype. */
    name: objectName(),
    /** A resource of `kubevirt.permittedHostDevices`, such as `nvidia.com/A100`. */
    deviceName: text('the resource name of a device, such as "vendor.example/disk"'),
  }),
  'a mapping with name and deviceName',
);

/**
 * A VM size, offered to every user cluster. Options that are left out keep KubeVirt's default.
 *
 * @see https://kubevirt.io/user-guide/user_workloads/instancetypes/
 */
const instancetype = field(
  z.strictObject({
    name: objectName(),
    /** Virtual CPUs. */
    cpu: wholeNumber(1),
    memoryGiB: wholeNumber(1),
    /**
     * A CPU model of libvirt, or `host-model`, `host-passthrough`.
     * @default the cluster's CPU model
     */
    cpuModel: text('the name of a CPU model').optional(),
    /**
     * Whether each virtual CPU has a host CPU of its own. Needs the gate CPUManager.
     * @default false
     */
    dedicatedCpus: trueOrFalse().optional(),
    /** Whether QEMU's own threads have a dedicated CPU in addition. @default false */
    isolateEmulatorThread: trueOrFalse().optional(),
    /**
     * Whether the guest sees the NUMA nodes that its CPUs and hugepages come from.
     * @default false
     */
    numaPassthrough: trueOrFalse().optional(),
    /**
     * Number of sockets that the guest can grow to while it runs.
     * @default four times as many as at start
     */
    maxSockets: wholeNumber(1).optional(),
    /** Size of the hugepages that back the guest's memory. @default none */
    hugepages: oneOf(['2Mi', '1Gi']).optional(),
    /** Percent of the guest's memory that is not requested from the host. @default 0 */
    overcommitPercent: field(z.int().min(1).max(90), 'a whole number from 1 to 90').optional(),
    /** Memory that the guest can grow to while it runs. @default four times as much as at start */
    maxMemoryGiB: wholeNumber(1).optional(),
    /** Threads for disk I/O besides QEMU's own. @default none */
    ioThreadsPolicy: oneOf(['shared', 'auto', 'supplementalPool']).optional(),
    /** Number of threads for `ioThreadsPolicy: supplementalPool`. */
    ioThreads: wholeNumber(1).optional(),
    /**
     * Disks (NVMe) and cards that are passed through as a whole. Needs the gate HostDevices.
     * @default none
     */
    hostDevices: listOf(passthrough, 'a list of devices').optional(),
    /** GPUs, or parts of them, that are passed through. @default none */
    gpus: listOf(passthrough, 'a list of devices').optional(),
    /** Labels of the hosts that VMs of this size may run on. @default any */
    nodeSelector: labels('a mapping of node labels').optional(),
    /** Annotations of the VMs of this size. @default none */
    annotations: annotations(),
  }),
  'a mapping with name, cpu and memoryGiB',
);

/** The VM's devices, unless the VM itself sets them otherwise. */
const devices = field(
  z.strictObject({
    diskBus: oneOf(['virtio', 'scsi', 'sata']).optional(),
    /** `none` fails on storage without O_DIRECT, instead of being slow. */
    diskCache: oneOf(['none', 'writethrough', 'writeback']).optional(),
    diskIo: oneOf(['native', 'threads']).optional(),
    /** Whether each virtio disk has a thread of its own; needs an `ioThreadsPolicy`. */
    dedicatedIoThread: trueOrFalse().optional(),
    /** Whether each virtio disk has a queue for each virtual CPU. */
    blockMultiQueue: trueOrFalse().optional(),
    /** Whether each virtio interface has a pair of queues for each virtual CPU. */
    networkMultiQueue: trueOrFalse().optional(),
    interfaceModel: oneOf(['virtio', 'e1000e', 'e1000', 'rtl8139']).optional(),
    graphics: trueOrFalse().optional(),
    /** Whether a balloon returns free pages and memory metrics to the host. */
    memoryBalloon: trueOrFalse().optional(),
    serialConsole: trueOrFalse().optional(),
    /** Whether the guest gets random numbers from the host. */
    rng: trueOrFalse().optional(),
    tpm: trueOrFalse().optional(),
    /** Saves PCI ports, but disks and interfaces can be changed only while the VM is off. */
    disableHotplug: trueOrFalse().optional(),
  }),
  'a mapping of devices',
);

/** Hardware choices of a VM other than its size, offered to every user cluster. */
const preference = field(
  z.strictObject({
    name: objectName(),
    /**
     * The CPU topology that the guest sees.
     * @see https://kubevirt.io/user-guide/user_workloads/instancetypes/
     */
    cpuTopology: oneOf(['sockets', 'cores', 'threads', 'spread', 'any']),
    /** Number of cores in a socket for `cpuTopology: spread`. @default 2 */
    spreadRatio: wholeNumber(2).optional(),
    /** @default KubeVirt's own */
    devices: devices.optional(),
    firmware: oneOf(['bios', 'uefi', 'uefi-secure-boot']).optional(),
    /**
     * A machine type of QEMU, such as `pc-q35-9.2`. KubeVirt refuses VMs with any that is no q35.
     *
     * @default the cluster's
     * @see https://github.com/kubevirt/kubevirt/blob/v1.8.4/pkg/virt-config/virt-config.go (DefaultAMD64EmulatedMachines)
     */
    machineType: field(
      z.string().regex(/^(pc-)?q35/),
      'a machine type that KubeVirt takes: "q35", or one that begins with "pc-q35", such as "pc-q35-9.2"',
    ).optional(),
    terminationGracePeriodSeconds: wholeNumber(0).optional(),
    /** The smallest VM that may have this preference. @default any */
    requires: field(
      z.strictObject({ cpu: wholeNumber(1).optional(), memoryGiB: wholeNumber(1).optional() }),
      'a mapping with cpu and memoryGiB',
    ).optional(),
    /** Annotations of the VMs with this preference. @default none */
    annotations: annotations(),
  }),
  'a mapping with name and cpuTopology',
);

/** The names of all built-in groups of sizes and preferences. */
export const flavorNames = ['standard', 'high-density', 'high-performance'] as const;

/** The built-in groups on offer, `kubevirt-stack:flavors`; `standard` is always on offer. */
export const flavors = listOf(
  oneOf(flavorNames),
  `a list of ${flavorNames.map((name) => `"${name}"`).join(', ')}`,
).default(['standard']);

/**
 * Sizes in addition to the built-in ones, `kubevirt-stack:instancetypes`.
 *
 * @example
 * instancetypes:
 *   - name: large-16
 *     cpu: 16
 *     memoryGiB: 64
 */
export const instancetypes = listOf(instancetype, 'a list of instancetypes').default([]);

/**
 * Preferences in addition to the built-in ones, `kubevirt-stack:preferences`.
 *
 * @example
 * preferences:
 *   - name: uefi
 *     cpuTopology: sockets
 *     firmware: uefi
 */
export const preferences = listOf(preference, 'a list of preferences').default([]);

/** The name of a built-in group of sizes and preferences. */
export type FlavorName = (typeof flavorNames)[number];
/** A VM size. */
export type Instancetype = z.output<typeof instancetype>;
/** Hardware choices of a VM other than its size. */
export type Preference = z.output<typeof preference>;
