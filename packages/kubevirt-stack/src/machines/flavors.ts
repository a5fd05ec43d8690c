// SPDX-License-Identifier: Apache-2.0
import type { FlavorName, Instancetype, Preference } from '../config/index.ts';

/** Configuration of KubeVirt or of the hosts that the VMs of a flavor need. */
export interface FlavorNeed {
  /** A feature gate of KubeVirt that must be listed. */
  readonly featureGate?: string;
  /** Configuration of the hosts, in words. */
  readonly hosts?: string;
  readonly source: string;
}

/** A group of sizes and preferences that belong together. */
export interface Flavor {
  readonly instancetypes: readonly Instancetype[];
  readonly preferences: readonly Preference[];
  readonly needs: readonly FlavorNeed[];
}

const guide = 'https://kubevirt.io/user-guide';

/**
 * Makes sizes named after the flavor, with these virtual CPUs and four times as many GiB of memory.
 */
const sizes = (name: string, cpus: readonly number[], more: Partial<Instancetype> = {}) =>
  cpus.map((cpu) => ({ name: `${name}-${cpu}`, cpu, memoryGiB: cpu * 4, ...more }));

/** All flavors. The sizes of each are listed from the smallest on. */
export const flavors: Readonly<Record<FlavorName, Flavor>> = {
  standard: {
    instancetypes: sizes('standard', [2, 4, 8]),
    // One socket for each virtual CPU, for guests with licences or schedulers that count sockets.
    preferences: [{ name: 'sockets-advantage', cpuTopology: 'sockets' }],
    needs: [],
  },
  'high-density': {
    // Two VMs where there is memory for one. Together they must really use less than that.
    instancetypes: sizes('density', [2, 4, 8], { overcommitPercent: 50 }),
    preferences: [
      {
        name: 'high-density',
        cpuTopology: 'sockets',
        devices: {
          diskBus: 'virtio',
          interfaceModel: 'virtio',
          // The host's page cache would use up the memory that is scarce on such hosts.
          diskCache: 'none',
          // Returns the guest's free pages to the host.
          memoryBalloon: true,
          // The frame buffer alone takes 16 MiB.
          graphics: false,
        },
      },
    ],
    needs: [
      {
        hosts: 'KSM (kubevirt.ksm) merges equal pages, at the cost of CPU time',
        source: `${guide}/cluster_admin/ksm/`,
      },
      {
        hosts: 'swap takes what does not fit; without it the kernel kills machines',
        source:
          'https://kubernetes.io/docs/concepts/cluster-administration/swap-memory-management/',
      },
    ],
  },
  'high-performance': {
    instancetypes: sizes('performance', [4, 8, 16], {
      dedicatedCpus: true,
      isolateEmulatorThread: true,
      numaPassthrough: true,
      hugepages: '2Mi',
      ioThreadsPolicy: 'shared',
    }),
    preferences: [
      {
        name: 'high-performance',
        // Shows the guest's scheduler that the dedicated CPUs share a cache.
        cpuTopology: 'cores',
        devices: {
          diskBus: 'virtio',
          interfaceModel: 'virtio',
          diskCache: 'none',
          dedicatedIoThread: true,
          blockMultiQueue: true,
          networkMultiQueue: true,
        },
      },
    ],
    needs: [
      {
        featureGate: 'CPUManager',
        hosts: 'kubelet with cpuManagerPolicy "static" and one or two CPUs reserved for the host',
        source: `${guide}/compute/dedicated_cpu_resources/`,
      },
      {
        hosts: 'hugepages of 2 MiB reserved at boot; not for hosts of databases that use their own',
        source: `${guide}/compute/hugepages/`,
      },
      {
        hosts: 'kubelet with topologyManagerPolicy "restricted" or "single-numa-node"',
        source: `${guide}/compute/numa/`,
      },
    ],
  },
};

/** The part of the configuration that defines which sizes and preferences are on offer. */
export interface MachineConfig {
  readonly flavors?: readonly FlavorName[] | undefined;
  readonly instancetypes?: readonly Instancetype[] | undefined;
  readonly preferences?: readonly Preference[] | undefined;
}

/**
 * Returns the flavors on offer: the standard one, and the configured ones, in the order of the
 * table.
 */
export function offeredFlavors({ flavors: asked }: MachineConfig): FlavorName[] {
  const names = Object.keys(flavors) as FlavorName[];
  return names.filter((name) => name === 'standard' || asked?.includes(name));
}

/** Returns the sizes and preferences of the flavors on offer. */
export function builtInMachines(
  config: MachineConfig,
): Pick<Flavor, 'instancetypes' | 'preferences'> {
  const offered = offeredFlavors(config).map((name) => flavors[name]);
  return {
    instancetypes: offered.flatMap(({ instancetypes }) => instancetypes),
    preferences: offered.flatMap(({ preferences }) => preferences),
  };
}

/** Returns a size as user clusters see it. */
export function offeredSize(size: Instancetype) {
  const { name, cpu, cpuModel, memoryGiB, nodeSelector, hostDevices = [], gpus = [] } = size;
  const emulator = size.isolateEmulatorThread === true ? 1 : 0;
  const threads = size.ioThreadsPolicy === 'supplementalPool' ? (size.ioThreads ?? 0) : 0;
  return {
    name,
    cpu,
    memoryGiB,
    hostDevices: hostDevices.length + gpus.length,
    ...(size.dedicatedCpus === true && { hostCpus: cpu + emulator + threads }),
    ...(size.dedicatedCpus !== true && threads > 0 && { ioThreads: threads }),
    ...(cpuModel !== undefined && { cpuModel }),
    ...(nodeSelector !== undefined && { nodeSelector }),
  };
}

/**
 * Returns everything that user clusters may choose: the flavors on offer, then the configured sizes
 * and preferences.
 */
export function offeredMachines(
  config: MachineConfig,
): Pick<Flavor, 'instancetypes' | 'preferences'> {
  const builtIn = builtInMachines(config);
  return {
    instancetypes: [...builtIn.instancetypes, ...(config.instancetypes ?? [])],
    preferences: [...builtIn.preferences, ...(config.preferences ?? [])],
  };
}
