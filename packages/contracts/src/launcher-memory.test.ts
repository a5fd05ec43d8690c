// SPDX-License-Identifier: Apache-2.0
import { launcherMemoryMib } from './launcher-memory.ts';

const unknown = { cpu: 2, memoryGiB: 8, hasHostDevice: false, hasDedicatedCpus: false };
const shared = { ...unknown, hasTpm: false, hasContainerDisk: false };

/** Requests of pods that KubeVirt 1.8.4 made, hugepages included; the table in docs/capacity.md. */
test.each([
  [{}, 8501.38],
  [{ cpu: 3, memoryGiB: 5 }, 5437.38],
  [{ cpu: 64, memoryGiB: 256 }, 262_949.38],
  [{ cpu: 16, memoryGiB: 64, hasDedicatedCpus: true }, 66_081.22],
  [{ hasHostDevice: true }, 9525.38],
  [{ hasContainerDisk: true }, 8502.33],
  [{ hasContainerDisk: true, hasDedicatedCpus: true }, 8663.37],
])('the pod of a VM with %j requests %d MiB', (facts, found) => {
  expect(launcherMemoryMib({ ...shared, ...facts })).toBe(Math.ceil(found));
});

test("unknown facts are counted, and the platform's ratio applies to KubeVirt's own rows", () => {
  expect(launcherMemoryMib(unknown)).toBe(8192 + 276 + 53 + 35);
  expect(launcherMemoryMib(shared, { launcherOverheadRatio: 1.5 })).toBe(8192 + 276 * 1.5 + 34);
});

test.each([
  [80, 10_240],
  [100, 8192],
  // A size that overcommits itself saves less.
  [150, 8192],
])('with %d % of memory overcommit, the pod requests %d MiB for a VM of 8 GiB', (percent, own) => {
  expect(launcherMemoryMib(shared, { memoryOvercommitPercent: percent })).toBe(own + 276 + 34);
});
