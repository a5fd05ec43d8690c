// SPDX-License-Identifier: Apache-2.0
import { deviceVectors, fitsVectors, interruptVectors, vectorLimit } from './interrupt-vectors.ts';

const machine = {
  cpu: 4,
  memoryGiB: 16,
  disks: 2,
  interfaces: 1,
  networkMultiQueue: false,
  hostDevices: 0,
  gpus: 0,
  hotplug: true,
};

test('counts the vectors of every device of a VM, and one queue of each for the busiest virtual CPU', () => {
  // disks 2 × (1 + 4), interface 3, SCSI 3 + 4, serial 2, balloon 2, random numbers 2, ports 16
  expect(interruptVectors(machine)).toEqual({ total: 42, busiest: 33 });
});

test('multiqueue adds a pair of queues for each virtual CPU', () => {
  // The interface has 2 + 2 × 4 vectors instead of 3.
  expect(interruptVectors({ ...machine, networkMultiQueue: true })).toEqual({
    total: 49,
    busiest: 34,
  });
});

test('more virtual CPUs add queues, but not to the busiest virtual CPU', () => {
  const large = interruptVectors({ ...machine, cpu: 64, networkMultiQueue: true });
  expect(large).toEqual({ total: 349, busiest: 34 });
});

test('a VM without hot-plug has one PCI port for each device and no SCSI controller', () => {
  // disks 2 × 5, interface 3, serial 2, balloon 2, random numbers 2, ports 6
  expect(interruptVectors({ ...machine, hotplug: false })).toEqual({ total: 25, busiest: 19 });
});

test('a small VM has fewer PCI ports, and a full one always keeps some free', () => {
  const { busiest } = interruptVectors(machine);
  expect(interruptVectors({ ...machine, memoryGiB: 2 }).busiest).toBe(busiest - 6);
  // Seven devices are in use; up to three more fit into 16 ports of which six stay free.
  expect(interruptVectors({ ...machine, hostDevices: 3 }).busiest).toBe(busiest + 3 * 2);
  expect(interruptVectors({ ...machine, hostDevices: 4 }).busiest).toBe(busiest + 4 * 2 + 1);
});

test('56 more disks fit, or 42 more interfaces', () => {
  const full = { ...machine, disks: 2 + 56 };
  expect(interruptVectors(full).busiest).toBeLessThanOrEqual(vectorLimit.perCpu);
  expect(fitsVectors(full)).toBe(true);
  expect(fitsVectors({ ...full, disks: full.disks + 1 })).toBe(false);
  expect(fitsVectors({ ...machine, interfaces: 1 + 42 })).toBe(true);
  expect(fitsVectors({ ...machine, interfaces: 1 + 43 })).toBe(false);
});

test('every number has a source', () => {
  for (const { source } of [...Object.values(deviceVectors), vectorLimit]) {
    expect(source).toMatch(/^https:\/\//);
  }
});
