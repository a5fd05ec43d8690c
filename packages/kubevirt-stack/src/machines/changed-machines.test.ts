// SPDX-License-Identifier: Apache-2.0
import type { CatalogueEntry } from '../cluster/cluster-facts.ts';
import type { Preference } from '../config/index.ts';
import { changedMachineNotes, resizedInstancetypes } from './changed-machines.ts';
import { renderPreference } from './render-preference.ts';

const large: CatalogueEntry = {
  key: 'instancetypes',
  name: 'large',
  spec: { cpu: { guest: 16 }, memory: { guest: '64Gi' } },
  vms: 3,
};
const cores: Preference = { name: 'cores-advantage', cpuTopology: 'cores' };
const preference: CatalogueEntry = {
  key: 'preferences',
  name: 'cores-advantage',
  spec: renderPreference(cores),
  vms: 1,
};

test('refuses other CPUs and memory for a size that VMs were made with', () => {
  const instancetypes = [
    { name: 'small', cpu: 1, memoryGiB: 2 },
    { name: 'large', cpu: 8, memoryGiB: 32 },
  ];
  expect(resizedInstancetypes({ instancetypes }, { machineCatalogue: [large] })).toEqual([
    {
      path: ['instancetypes', 1, 'cpu'],
      message:
        'VMs that exist (3) keep 16; leave "large" as it is, and add a size with another name for 8',
    },
    {
      path: ['instancetypes', 1, 'memoryGiB'],
      message:
        'VMs that exist (3) keep 64Gi; leave "large" as it is, and add a size with another name for 32Gi',
    },
  ]);
});

test('refuses other CPUs and devices of hosts, which the quota follows, for a size that VMs were made with', () => {
  const kept: CatalogueEntry = {
    ...large,
    spec: {
      cpu: { guest: 16, dedicatedCPUPlacement: true, isolateEmulatorThread: true },
      memory: { guest: '64Gi' },
      ioThreadsPolicy: 'supplementalPool',
      ioThreads: { supplementalPoolThreadCount: 2 },
    },
  };
  const size = { name: 'large', cpu: 16, memoryGiB: 64 };
  const problems = (more: object) =>
    resizedInstancetypes({ instancetypes: [{ ...size, ...more }] }, { machineCatalogue: [kept] });
  const keep = 'VMs that exist (3) keep';
  const other = 'leave "large" as it is, and add a size with another name for';
  const gpus = [{ name: 'gpu', deviceName: 'example.org/GPU' }];
  expect(problems({ gpus })).toEqual([
    {
      path: ['instancetypes', 0, 'dedicatedCpus'],
      message: `${keep} dedicated CPUs and 3 more for QEMU; ${other} shared CPUs`,
    },
    {
      path: ['instancetypes', 0, 'hostDevices'],
      message: `${keep} no devices of the host; ${other} devices of the host`,
    },
  ]);
  const same = { dedicatedCpus: true, ioThreadsPolicy: 'supplementalPool' as const };
  expect(problems({ ...same, isolateEmulatorThread: true, ioThreads: 2 })).toEqual([]);
  expect(problems({ ...same, isolateEmulatorThread: true, ioThreads: 1 })).toMatchObject([
    {
      message: `${keep} dedicated CPUs and 3 more for QEMU; ${other} dedicated CPUs and 2 more for QEMU`,
    },
  ]);
});

test('refuses another number of IO threads for a size with shared CPUs, too', () => {
  const spec = {
    cpu: { guest: 16 },
    memory: { guest: '64Gi' },
    ioThreadsPolicy: 'supplementalPool',
    ioThreads: { supplementalPoolThreadCount: 4 },
  };
  const problems = (more: object, kept: object = spec) =>
    resizedInstancetypes(
      { instancetypes: [{ name: 'large', cpu: 16, memoryGiB: 64, ...more }] },
      { machineCatalogue: [{ ...large, spec: kept }] },
    );
  const pool = { ioThreadsPolicy: 'supplementalPool' as const };
  const path = ['instancetypes', 0, 'ioThreads'];
  const other = 'leave "large" as it is, and add a size with another name for';
  expect(problems({ ...pool, ioThreads: 2 })).toEqual([
    { path, message: `VMs that exist (3) keep 4 IO threads; ${other} 2 IO threads` },
  ]);
  expect(problems({ ioThreadsPolicy: 'shared' })).toEqual([
    { path, message: `VMs that exist (3) keep 4 IO threads; ${other} no pool of IO threads` },
  ]);
  expect(problems({ ...pool, ioThreads: 4 })).toEqual([]);
  const shared = { cpu: spec.cpu, memory: spec.memory, ioThreadsPolicy: 'shared' };
  expect(problems({ ioThreadsPolicy: 'auto' }, shared)).toEqual([]);
});

test.each([
  ['a size that is as it was', { cpu: 16, memoryGiB: 64 }, large],
  ['a size that no VM was made with', { cpu: 8, memoryGiB: 64 }, { ...large, vms: 0 }],
  ['a preference of the same name', { cpu: 8, memoryGiB: 64 }, { ...large, key: 'preferences' }],
] as const)('accepts %s', (_, size, entry) => {
  const config = { instancetypes: [{ name: 'large', ...size }] };
  expect(resizedInstancetypes(config, { machineCatalogue: [entry] })).toEqual([]);
});

test('accepts a configuration without sizes', () => {
  expect(resizedInstancetypes({}, { machineCatalogue: [large] })).toEqual([]);
});

test('says which VMs keep an earlier form of a size or a preference', () => {
  const config = {
    instancetypes: [{ name: 'large', cpu: 16, memoryGiB: 64, overcommitPercent: 20 }],
    preferences: [{ ...cores, machineType: 'q35' }],
  };
  expect(changedMachineNotes(config, { machineCatalogue: [large, preference] })).toEqual([
    'instancetypes: "large" changes; VMs that exist (3) keep it as it was until they are replaced.',
    'preferences: "cores-advantage" changes; VMs that exist (1) keep it as it was until they are replaced.',
  ]);
});

test('says nothing of what is unchanged, unused, or no longer on offer', () => {
  const config = {
    instancetypes: [{ name: 'large', cpu: 16, memoryGiB: 64, hostDevices: undefined }],
    preferences: [cores],
  };
  const unused = { ...large, name: 'standard-2', vms: 0 };
  const gone = { ...large, name: 'gone' };
  const machineCatalogue = [large, preference, unused, gone];
  expect(changedMachineNotes(config, { machineCatalogue })).toEqual([]);
});
