// SPDX-License-Identifier: Apache-2.0
import { claimOf, isContainerDisk, machineSize, rootDiskGiB } from './disk-storage.ts';
import { testPlatform } from './test-cluster.ts';

// Proves: machines.image
test.each([
  ['ubuntu-24-04', 'golden image', undefined],
  ['docker://registry.example/x:1', 'container disk', undefined],
  ['docker://registry.example/https/x', 'container disk', undefined],
  ['pvc://prepared', 'claim', 'prepared'],
])('%s is a %s', (image, kind, claim) => {
  expect(isContainerDisk(image)).toBe(kind === 'container disk');
  expect(claimOf(image)).toBe(claim);
});

// Proves: machines.persistent-boot
test.each([
  ['as configured', 'ubuntu-24-04', 30, false, 30],
  ['that of its golden image', 'ubuntu-24-04', undefined, false, 20],
  ['unknown where neither has one', 'docker://registry.example/x:1', undefined, false, undefined],
  ['unknown where nothing is stored', 'ubuntu-24-04', 30, true, undefined],
])('the size of a root disk is %s', (_, image, sizeGiB, ephemeral, expected) => {
  expect(rootDiskGiB({ image, sizeGiB, ephemeral }, testPlatform)).toBe(expected);
});

test.each([
  ['of an instancetype', { instancetype: 'standard-4' }, { cpu: 4, memoryGiB: 16 }],
  ['of an unknown instancetype', { instancetype: 'large', cpu: 1, memoryGiB: 1 }, undefined],
  ['of its own', { cpu: 3, memoryGiB: 6 }, { cpu: 3, memoryGiB: 6 }],
  ['of its own in MiB', { cpu: 3, memoryMiB: 1536 }, { cpu: 3, memoryGiB: 1.5 }],
  ['without memory', { cpu: 3 }, undefined],
  ['without a CPU', { memoryGiB: 6 }, undefined],
])('returns the size of a machine %s', (_, said, expected) => {
  const size = machineSize(said, testPlatform);
  expect(size && { cpu: size.cpu, memoryGiB: size.memoryGiB }).toEqual(expected);
});
