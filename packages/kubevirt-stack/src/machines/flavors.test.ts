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
    flavors: ['high-density'] as const,
    instancetypes: [{ name: 'large', cpu: 16, memoryGiB: 64 }],
    preferences: [{ name: 'cores', cpuTopology: 'cores' as const }],
  };
  const names = ({ instancetypes, preferences }: ReturnType<typeof offeredMachines>) => [
    instancetypes.map(({ name }) => name),
    preferences.map(({ name }) => name),
  ];
  expect(names(offeredMachines(config))).toEqual([
    ['standard-2', 'standard-4', 'standard-8', 'density-2', 'density-4', 'density-8', 'large'],
    ['sockets-advantage', 'high-density', 'cores'],
  ]);
  expect(names(builtInMachines(config))).toEqual([
    ['standard-2', 'standard-4', 'standard-8', 'density-2', 'density-4', 'density-8'],
    ['sockets-advantage', 'high-density'],
  ]);
});

// Proves: sizes.cpu-pinning
test('only the fast flavor needs a feature gate', () => {
  const gates = Object.entries(flavors).flatMap(([name, { needs }]) =>
    needs.flatMap(({ featureGate }) => (featureGate === undefined ? [] : [[name, featureGate]])),
  );
  expect(gates).toEqual([['high-performance', 'CPUManager']]);
});

// Proves: sizes.swap
test('all names differ and every need has a source', () => {
  const all = Object.values(flavors);
  const names = all.flatMap((flavor) =>
    [...flavor.instancetypes, ...flavor.preferences].map(({ name }) => name),
  );
  expect(new Set(names).size).toBe(names.length);
  for (const { source } of all.flatMap(({ needs }) => needs)) expect(source).toMatch(/^https:/);
});

test('user clusters see how many CPUs and devices of the host a size takes', () => {
  const size = { name: 'fast', cpu: 4, memoryGiB: 16 };
  const device = { name: 'card', deviceName: 'vendor.example/card' };
  expect(offeredSize(size)).toEqual({ ...size, hostDevices: 0 });
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
});
