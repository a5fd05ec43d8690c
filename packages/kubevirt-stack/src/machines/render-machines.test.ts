// SPDX-License-Identifier: Apache-2.0
import type { Instancetype, Preference } from '../config/index.ts';
import { flavors } from './flavors.ts';
import { renderInstancetype } from './render-instancetype.ts';
import { renderPreference } from './render-preference.ts';

const rendered = ({ instancetypes }: { readonly instancetypes: readonly Instancetype[] }) =>
  instancetypes.map((size) => [size.name, renderInstancetype(size)]);

// Proves: sizes.standard
test('standard sizes have four GiB for each virtual CPU', () => {
  expect(rendered(flavors.standard)).toStrictEqual([
    ['standard-2', { cpu: { guest: 2 }, memory: { guest: '8Gi' } }],
    ['standard-4', { cpu: { guest: 4 }, memory: { guest: '16Gi' } }],
    ['standard-8', { cpu: { guest: 8 }, memory: { guest: '32Gi' } }],
  ]);
});

// Proves: kubevirt.memory-oversubscription, sizes.high-density, sizes.quality-of-service
test('density sizes request half of their memory from the host and pin no CPUs', () => {
  expect(rendered(flavors['high-density'])).toStrictEqual([
    ['density-2', { cpu: { guest: 2 }, memory: { guest: '8Gi', overcommitPercent: 50 } }],
    ['density-4', { cpu: { guest: 4 }, memory: { guest: '16Gi', overcommitPercent: 50 } }],
    ['density-8', { cpu: { guest: 8 }, memory: { guest: '32Gi', overcommitPercent: 50 } }],
  ]);
});

// Proves: sizes.emulator-thread, sizes.high-performance, sizes.hugepages, sizes.io-threads
// Proves: sizes.numa, sizes.quality-of-service
test('fast sizes have dedicated CPUs, hugepages and I/O threads', () => {
  const spec = (cpu: number) => ({
    cpu: {
      guest: cpu,
      dedicatedCPUPlacement: true,
      isolateEmulatorThread: true,
      numa: { guestMappingPassthrough: {} },
    },
    memory: { guest: `${cpu * 4}Gi`, hugepages: { pageSize: '2Mi' } },
    ioThreadsPolicy: 'shared',
  });
  expect(rendered(flavors['high-performance'])).toStrictEqual([
    ['performance-4', spec(4)],
    ['performance-8', spec(8)],
    ['performance-16', spec(16)],
  ]);
});

// Proves: sizes.everything-settable, sizes.gpu-passthrough, sizes.nvme-passthrough, sizes.own
// Proves: virtual-machines.by-label
test('a configured size can set every option', () => {
  expect(
    renderInstancetype({
      name: 'database',
      cpu: 8,
      memoryGiB: 32,
      cpuModel: 'host-passthrough',
      dedicatedCpus: true,
      isolateEmulatorThread: false,
      numaPassthrough: false,
      maxSockets: 16,
      hugepages: '1Gi',
      overcommitPercent: 10,
      maxMemoryGiB: 64,
      ioThreadsPolicy: 'supplementalPool',
      ioThreads: 4,
      hostDevices: [{ name: 'disk', deviceName: 'vendor.example/nvme' }],
      gpus: [{ name: 'gpu', deviceName: 'nvidia.com/A10' }],
      nodeSelector: { rack: 'r1' },
      annotations: { note: 'x' },
    }),
  ).toStrictEqual({
    cpu: {
      guest: 8,
      model: 'host-passthrough',
      dedicatedCPUPlacement: true,
      isolateEmulatorThread: false,
      maxSockets: 16,
    },
    memory: {
      guest: '32Gi',
      hugepages: { pageSize: '1Gi' },
      overcommitPercent: 10,
      maxGuest: '64Gi',
    },
    ioThreadsPolicy: 'supplementalPool',
    ioThreads: { supplementalPoolThreadCount: 4 },
    hostDevices: [{ name: 'disk', deviceName: 'vendor.example/nvme' }],
    gpus: [{ name: 'gpu', deviceName: 'nvidia.com/A10' }],
    nodeSelector: { rack: 'r1' },
    annotations: { note: 'x' },
  });
});

// Proves: sizes.block-multiqueue, sizes.disk-cache, sizes.high-density, sizes.high-performance
// Proves: sizes.io-threads, sizes.network-multiqueue, virtual-machines.graphical-console
test.each([
  ['standard', { cpu: { preferredCPUTopology: 'sockets' } }],
  [
    'high-density',
    {
      cpu: { preferredCPUTopology: 'sockets' },
      devices: {
        preferredDiskBus: 'virtio',
        preferredDiskCache: 'none',
        preferredInterfaceModel: 'virtio',
        preferredAutoattachGraphicsDevice: false,
        preferredAutoattachMemBalloon: true,
      },
    },
  ],
  [
    'high-performance',
    {
      cpu: { preferredCPUTopology: 'cores' },
      devices: {
        preferredDiskBus: 'virtio',
        preferredDiskCache: 'none',
        preferredDiskDedicatedIoThread: true,
        preferredBlockMultiQueue: true,
        preferredNetworkInterfaceMultiQueue: true,
        preferredInterfaceModel: 'virtio',
      },
    },
  ],
] as const)('renders the preference of the flavor %s', (name, spec) => {
  expect(flavors[name].preferences.map(renderPreference)).toStrictEqual([spec]);
});

const everything: Preference = {
  name: 'everything',
  cpuTopology: 'spread',
  spreadRatio: 4,
  devices: {
    diskIo: 'native',
    serialConsole: true,
    rng: true,
    tpm: false,
    disableHotplug: true,
  },
  firmware: 'uefi-secure-boot',
  machineType: 'pc-q35-9.2',
  terminationGracePeriodSeconds: 0,
  requires: { cpu: 2, memoryGiB: 4 },
  annotations: { note: 'x' },
};

// Proves: sizes.own, virtual-machines.serial-console
test('a configured preference can set every option', () => {
  expect(renderPreference(everything)).toStrictEqual({
    cpu: { preferredCPUTopology: 'spread', spreadOptions: { ratio: 4 } },
    devices: {
      preferredDiskIO: 'native',
      preferredAutoattachSerialConsole: true,
      preferredDisableHotplug: true,
      preferredRng: {},
      preferredTPM: { enabled: false },
    },
    firmware: { preferredEfi: { secureBoot: true } },
    features: { preferredSmm: {} },
    machine: { preferredMachineType: 'pc-q35-9.2' },
    preferredTerminationGracePeriodSeconds: 0,
    requirements: { cpu: { guest: 2 }, memory: { guest: '4Gi' } },
    annotations: { note: 'x' },
  });
});

test('a preference can require a minimum of CPUs, or of memory, alone', () => {
  const preference = { name: 'a', cpuTopology: 'any' } as const;
  const spec = { cpu: { preferredCPUTopology: 'any' } };
  expect(renderPreference({ ...preference, requires: { cpu: 2 } })).toStrictEqual({
    ...spec,
    requirements: { cpu: { guest: 2 } },
  });
  expect(renderPreference({ ...preference, requires: { memoryGiB: 4 } })).toStrictEqual({
    ...spec,
    requirements: { memory: { guest: '4Gi' } },
  });
});

// Proves: sizes.everything-settable
test.each([
  ['bios', { preferredUseBios: true }],
  ['uefi', { preferredEfi: { secureBoot: false } }],
] as const)('renders the firmware %s', (firmware, expected) => {
  const spec = renderPreference({ name: 'a', cpuTopology: 'any', firmware });
  expect(spec).toStrictEqual({ cpu: { preferredCPUTopology: 'any' }, firmware: expected });
});
