// SPDX-License-Identifier: Apache-2.0
import { capacityLimits, capacityOf, hostPlacements } from './index.ts';

const host = (name: string, memoryGiB: number) => ({ name, cpu: 18, memoryGiB });

const question = {
  hosts: [host('small', 40), host('large', 72), host('etcd', 72)],
  groups: [
    { cluster: 'shop', name: 'cp', replicas: 1, cpu: 2, memoryGiB: 8 },
    { cluster: 'shop', name: 'md-a', replicas: 3, cpu: 4, memoryGiB: 16 },
  ],
  cpuAllocationRatio: 2,
  parallelMigrations: 0,
  limits: capacityLimits.parse({ except: ['etcd'] }),
};

const controlPlane = { cluster: 'shop', name: 'cp', machines: 1, cpu: 1, memoryMib: 8556, pods: 1 };
const workers = { cluster: 'shop', name: 'md-a', cpu: 2, memoryMib: 16_764, pods: 1 };

test('says which VMs the planner puts on which host, and what stays free there', () => {
  expect(hostPlacements(question)).toEqual({
    lost: [],
    hosts: [
      {
        name: 'small',
        cpu: 16,
        memoryMib: 32_768,
        groups: [{ ...workers, machines: 1 }, controlPlane],
        free: { cpu: 13, memoryMib: 7448, pods: 78 },
      },
      {
        name: 'large',
        cpu: 16,
        memoryMib: 65_536,
        groups: [{ ...workers, machines: 2 }],
        free: { cpu: 12, memoryMib: 32_008, pods: 78 },
      },
    ],
    unplaced: [],
  });
});

test('assumes the loss of the largest host, and names the VMs without room', () => {
  expect(hostPlacements(question, 1)).toEqual({
    lost: ['large'],
    hosts: [
      {
        name: 'small',
        cpu: 16,
        memoryMib: 32_768,
        groups: [{ ...workers, machines: 1 }, controlPlane],
        free: { cpu: 13, memoryMib: 7448, pods: 78 },
      },
    ],
    unplaced: [{ ...workers, machines: 2 }],
  });
});

test('agrees with the judgement of capacity', () => {
  const { afterLoss, unplaced } = capacityOf(question);
  const counts = (groups: readonly { cluster: string; name: string; machines: number }[]) =>
    groups.map(({ cluster, machines, name }) => ({ cluster, name, machines }));
  expect(counts(hostPlacements(question).unplaced)).toEqual(unplaced);
  const lost = hostPlacements(question, question.limits.hostLoss);
  expect({ lost: lost.lost, unplaced: counts(lost.unplaced) }).toEqual(afterLoss);
});
