// SPDX-License-Identifier: Apache-2.0
import { fitsVectors } from '@strata/contracts';
import { flavors } from './flavors.ts';
import { smallestMachine } from './smallest-machine.ts';

// Proves: sizes.interrupt-vectors
test('every built-in size fits with every built-in preference, with room for ten more disks', () => {
  const all = Object.values(flavors);
  const full = all
    .flatMap(({ instancetypes }) => instancetypes)
    .flatMap((size) =>
      all.flatMap(({ preferences }) => preferences).map((one) => smallestMachine(size, one)),
    )
    .filter((smallest) => !fitsVectors({ ...smallest, disks: smallest.disks + 11 }));
  expect(full).toEqual([]);
});

test('derives the devices of a VM from its size and preference', () => {
  expect(
    smallestMachine(
      {
        name: 'database',
        cpu: 16,
        memoryGiB: 64,
        hostDevices: [{ name: 'disk', deviceName: 'vendor.example/nvme' }],
        gpus: [],
      },
      {
        name: 'fixed',
        cpuTopology: 'cores',
        devices: { networkMultiQueue: true, disableHotplug: true },
      },
    ),
  ).toEqual({
    cpu: 16,
    memoryGiB: 64,
    disks: 2,
    interfaces: 1,
    networkMultiQueue: true,
    hostDevices: 1,
    gpus: 0,
    hotplug: false,
  });
});
