// SPDX-License-Identifier: Apache-2.0
import type { FlavorName, Instancetype, Preference } from '@strata/contracts';

/** What the hosts, and KubeVirt, must have for the machines of a flavor. */
export interface FlavorNeed {
  /** A feature gate of KubeVirt that must be listed. */
  readonly featureGate?: string;
  /** What the hosts must be set up with, in words. */
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

/** Short names for the sizes below: virtual CPUs and GiB of memory, one to four. */
const sizes = (name: string, cpus: readonly number[], more: Partial<Instancetype> = {}) =>
  cpus.map((cpu) => ({ name: `${name}-${cpu}`, cpu, memoryGiB: cpu * 4, ...more }));

/** Every flavor. The smallest in each comes first. */
export const flavors: Readonly<Record<FlavorName, Flavor>> = {
  standard: {
    instancetypes: sizes('standard', [2, 4, 8]),
    // One socket for each virtual CPU: what guests with per-socket licences or schedulers expect.
    preferences: [{ name: 'sockets-advantage', cpuTopology: 'sockets' }],
    needs: [],
  },
  'high-density': {
    // Two machines where there is memory for one. What they really use must be less than that.
    instancetypes: sizes('density', [2, 4, 8], { overcommitPercent: 50 }),
    preferences: [
      {
        name: 'high-density',
        cpuTopology: 'sockets',
        devices: {
          diskBus: 'virtio',
          interfaceModel: 'virtio',
          // The host's page cache would fill the very memory that is short.
          diskCache: 'none',
          // Gives the guest's free pages back to the host.
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
        // The guest's scheduler sees that the dedicated CPUs share a cache.
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

/** The part of the configuration that says what machines there are. */
export interface MachineConfig {
  readonly flavors?: readonly FlavorName[] | undefined;
  readonly instancetypes?: readonly Instancetype[] | undefined;
  readonly preferences?: readonly Preference[] | undefined;
}

/** The flavors on offer: the standard one, and those that are asked for, in the order of the table. */
export function offeredFlavors({ flavors: asked = [] }: MachineConfig): FlavorName[] {
  const names = Object.keys(flavors) as FlavorName[];
  return names.filter((name) => name === 'standard' || asked.includes(name));
}

/** Sizes and preferences of the flavors on offer. */
export function builtInMachines(
  config: MachineConfig,
): Pick<Flavor, 'instancetypes' | 'preferences'> {
  const offered = offeredFlavors(config).map((name) => flavors[name]);
  return {
    instancetypes: offered.flatMap(({ instancetypes }) => instancetypes),
    preferences: offered.flatMap(({ preferences }) => preferences),
  };
}

/** What user clusters are told of a size. */
export function offeredSize(size: Instancetype) {
  const { name, cpu, memoryGiB, hostDevices = [], gpus = [] } = size;
  const emulator = size.isolateEmulatorThread === true ? 1 : 0;
  const threads = size.ioThreadsPolicy === 'supplementalPool' ? (size.ioThreads ?? 0) : 0;
  return {
    ...{ name, cpu, memoryGiB, hostDevices: hostDevices.length + gpus.length },
    ...(size.dedicatedCpus === true && { hostCpus: cpu + emulator + threads }),
  };
}

/** Everything that user clusters may choose: the flavors on offer, then what the configuration adds. */
export function offeredMachines(
  config: MachineConfig,
): Pick<Flavor, 'instancetypes' | 'preferences'> {
  const builtIn = builtInMachines(config);
  return {
    instancetypes: [...builtIn.instancetypes, ...(config.instancetypes ?? [])],
    preferences: [...builtIn.preferences, ...(config.preferences ?? [])],
  };
}
