// SPDX-License-Identifier: Apache-2.0

/** The properties that decide how many interrupts a VM needs. */
export interface MachineDevices {
  readonly cpu: number;
  readonly memoryGiB: number;
  /** Disks on the bus virtio; disks on scsi share the one controller. */
  readonly disks: number;
  /** Interfaces of the model virtio. */
  readonly interfaces: number;
  /** Whether each interface has a pair of queues for each virtual CPU. */
  readonly networkMultiQueue: boolean;
  /** Disks (NVMe) and network functions of the host. */
  readonly hostDevices: number;
  /** GPUs of the host. */
  readonly gpus: number;
  /** Whether disks and interfaces can be added while the VM runs. */
  readonly hotplug: boolean;
}

/** The interrupts (MSI-X vectors) of one device. */
interface Vectors {
  /** Vectors that exist once for each device: configuration, control, administration. */
  readonly fixed: number;
  /** Vectors that exist once for each virtual CPU, which serves them. */
  readonly perCpu: number;
  readonly source: string;
}

const qemu = (file: string) => `https://gitlab.com/qemu-project/qemu/-/blob/v10.1.0/hw/${file}`;

/**
 * The interrupts of every kind of device, as QEMU offers and Linux requests them. QEMU gives disks
 * and SCSI controllers a queue for each virtual CPU, with and without KubeVirt's multiqueue.
 */
export const deviceVectors = {
  disk: { fixed: 1, perCpu: 1, source: qemu('virtio/virtio-blk-pci.c') },
  scsiController: { fixed: 3, perCpu: 1, source: qemu('virtio/virtio-scsi-pci.c') },
  // Receive, send, and configuration.
  interface: { fixed: 3, perCpu: 0, source: qemu('virtio/virtio-net-pci.c') },
  // Receive and send for each virtual CPU, plus configuration and control.
  multiQueueInterface: {
    fixed: 2,
    perCpu: 2,
    source: 'https://libvirt.org/formatdomain.html#setting-nic-driver-specific-options',
  },
  serialController: { fixed: 2, perCpu: 0, source: qemu('virtio/virtio-serial-pci.c') },
  memoryBalloon: { fixed: 2, perCpu: 0, source: qemu('virtio/virtio-balloon-pci.c') },
  rng: { fixed: 2, perCpu: 0, source: qemu('virtio/virtio-rng-pci.c') },
  pciPort: { fixed: 1, perCpu: 0, source: qemu('pci-bridge/gen_pcie_root_port.c') },
  // An NVMe disk has an administration queue; a network function has a mailbox.
  hostDevice: {
    fixed: 1,
    perCpu: 1,
    source: 'https://github.com/torvalds/linux/blob/v6.12/drivers/nvme/host/pci.c',
  },
  gpu: {
    fixed: 2,
    perCpu: 0,
    source: 'https://docs.kernel.org/PCI/msi-howto.html',
  },
} as const satisfies Record<string, Vectors>;

/**
 * The number of PCI ports that KubeVirt gives a VM with hot-plug: at least `total`, of which at
 * least `free` stay unused.
 */
export const pciPorts = {
  source: 'https://github.com/kubevirt/kubevirt/blob/v1.8.4/pkg/virt-launcher/virtwrap/manager.go',
  largeAboveGiB: 2,
  small: { total: 8, free: 3 },
  large: { total: 16, free: 6 },
} as const;

/**
 * The number of device interrupts that one virtual CPU can serve. An x86 CPU has 256 vectors; 32
 * are for exceptions, and Linux uses about 20 for itself and legacy devices.
 */
export const vectorLimit = {
  perCpu: 200,
  source: 'https://github.com/torvalds/linux/blob/v6.12/arch/x86/include/asm/irq_vectors.h',
} as const;

/** The number of interrupts that a VM needs. */
export interface VectorCount {
  /** On all virtual CPUs together. */
  readonly total: number;
  /**
   * On the first virtual CPU if the load is not spread: one queue of each device, and all vectors
   * that exist once. {@link vectorLimit} limits this number.
   */
  readonly busiest: number;
}

type Device = keyof typeof deviceVectors;

function countDevices(machine: MachineDevices): Readonly<Partial<Record<Device, number>>> {
  const { disks, interfaces, hostDevices, gpus, hotplug } = machine;
  const controllers = hotplug ? 1 : 0;
  // The serial controller, the balloon and the random number generator are devices, too.
  const inUse = disks + interfaces + hostDevices + gpus + controllers + 3;
  const ports = machine.memoryGiB > pciPorts.largeAboveGiB ? pciPorts.large : pciPorts.small;
  return {
    disk: disks,
    [machine.networkMultiQueue ? 'multiQueueInterface' : 'interface']: interfaces,
    hostDevice: hostDevices,
    gpu: gpus,
    scsiController: controllers,
    serialController: 1,
    memoryBalloon: 1,
    rng: 1,
    pciPort: hotplug ? Math.max(ports.total, inUse + ports.free) : inUse,
  };
}

/** Counts the interrupts that the devices of a machine need. */
export function interruptVectors(machine: MachineDevices): VectorCount {
  const counts = Object.entries(countDevices(machine)) as [Device, number][];
  const sum = (vectorsOf: (vectors: Vectors) => number) =>
    counts.reduce((all, [device, count]) => all + count * vectorsOf(deviceVectors[device]), 0);
  return {
    total: sum(({ fixed, perCpu }) => fixed + perCpu * machine.cpu),
    busiest: sum(({ fixed, perCpu }) => fixed + perCpu),
  };
}

/** Returns whether the guest can serve the interrupts of every device of a VM. */
export function fitsVectors(machine: MachineDevices): boolean {
  return interruptVectors(machine).busiest <= vectorLimit.perCpu;
}
