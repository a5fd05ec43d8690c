// SPDX-License-Identifier: Apache-2.0
import {
  builtInMachines,
  flavors,
  offeredFlavors,
  offeredMachines,
  offeredSize,
} from './flavors.ts';

// Proves: sizes.standard
test('the standard flavor is always on offer', () => {
  expect(offeredFlavors({})).toEqual(['standard']);
  expect(offeredFlavors({ flavors: ['high-performance'] })).toEqual([
    'standard',
    'high-performance',
  ]);
  expect(offeredFlavors({ flavors: ['high-density', 'standard', 'high-density'] })).toEqual([
    'standard',
    'high-density',
  ]);
});

test('offers the flavors first, then the configured sizes', () => {
  const config = {
    flavors: ['high-density', 'high-performance'] as const,
    instancetypes: [{ name: 'large', cpu: 16, memoryGiB: 64 }],
    preferences: [{ name: 'cores', cpuTopology: 'cores' as const }],
  };
  const names = ({ instancetypes, preferences }: ReturnType<typeof offeredMachines>) => [
    instancetypes.map(({ name }) => name),
    preferences.map(({ name }) => name),
  ];
  const sizes = [
    'standard-2',
    'standard-4',
    'standard-8',
    'density-2',
    'density-4',
    'density-8',
    'performance-4',
    'performance-8',
    'performance-16',
  ];
  const preferences = ['sockets-advantage', 'high-density', 'high-performance'];
  expect(names(builtInMachines(config))).toStrictEqual([sizes, preferences]);
  expect(names(offeredMachines(config))).toStrictEqual([
    [...sizes, 'large'],
    [...preferences, 'cores'],
  ]);
  expect(names(offeredMachines({}))).toStrictEqual([sizes.slice(0, 3), ['sockets-advantage']]);
});

// Proves: sizes.cpu-pinning, sizes.swap
test('each flavor says which feature gates and which hosts it needs', () => {
  const guide = 'https://kubevirt.io/user-guide';
  const needs = Object.entries(flavors).map(([name, flavor]) => [name, flavor.needs]);
  expect(Object.fromEntries(needs)).toStrictEqual({
    standard: [],
    'high-density': [
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
    'high-performance': [
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
  });
});

test('all names of sizes and preferences differ', () => {
  const all = Object.values(flavors);
  const names = all.flatMap((flavor) =>
    [...flavor.instancetypes, ...flavor.preferences].map(({ name }) => name),
  );
  expect(new Set(names).size).toBe(names.length);
});

test('user clusters see the CPU model and the node selector of a size, and how many CPUs and devices of the host it takes', () => {
  const size = { name: 'fast', cpu: 4, memoryGiB: 16 };
  const device = { name: 'card', deviceName: 'vendor.example/card' };
  expect(offeredSize(size)).toEqual({ ...size, hostDevices: 0 });
  expect(offeredSize({ ...size, cpuModel: 'Haswell' })).toEqual({
    ...size,
    hostDevices: 0,
    cpuModel: 'Haswell',
  });
  expect(offeredSize({ ...size, nodeSelector: { rack: 'r1' } })).toEqual({
    ...size,
    hostDevices: 0,
    nodeSelector: { rack: 'r1' },
  });
  expect(
    offeredSize({ ...size, dedicatedCpus: true, ioThreadsPolicy: 'shared', ioThreads: 2 }),
  ).toEqual({ ...size, hostDevices: 0, hostCpus: 4 });
  expect(
    offeredSize({
      ...size,
      dedicatedCpus: true,
      isolateEmulatorThread: true,
      ioThreadsPolicy: 'supplementalPool',
      ioThreads: 2,
      hostDevices: [device],
      gpus: [device],
    }),
  ).toEqual({ ...size, hostDevices: 2, hostCpus: 7 });
  // https://github.com/kubevirt/kubevirt/blob/v1.9.0/pkg/virt-controller/services/renderresources.go `WithoutDedicatedCPU`
  expect(offeredSize({ ...size, ioThreadsPolicy: 'supplementalPool', ioThreads: 2 })).toEqual({
    ...size,
    hostDevices: 0,
    ioThreads: 2,
  });
  expect(offeredSize({ ...size, ioThreadsPolicy: 'shared' })).toEqual({ ...size, hostDevices: 0 });
});
