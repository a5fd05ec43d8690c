// SPDX-License-Identifier: Apache-2.0
import type { ClusterUse, UnknownUse } from './cluster-use.ts';
import { compareCosts } from './compare-costs.ts';
import { environmentCost } from './cost.ts';
import { costOfCount } from './money.ts';

const prices = { currency: 'EUR', cpu: 1, memoryGiB: 0.5, storageGiB: { block: 0.25 }, address: 2 };

const use = (cluster: string, more: Partial<ClusterUse> = {}): ClusterUse => ({
  cluster,
  machines: 1,
  cpus: 2,
  memoryMib: 4096,
  storageGiB: { block: 8 },
  addresses: 1,
  unknownDisks: [],
  ...more,
});

const compare = (
  before: readonly (ClusterUse | UnknownUse)[],
  after: readonly (ClusterUse | UnknownUse)[],
) => compareCosts(environmentCost(before, prices), environmentCost(after, prices));

test('two versions that are alike differ in nothing', () => {
  const sum = costOfCount(8, 1);
  expect(compare([use('a')], [use('a')])).toEqual({
    before: sum,
    after: sum,
    clusters: [],
    uncounted: [],
  });
});

test('clusters that differ are named with what differs, in the order of their names', () => {
  const more = use('b', { machines: 2, memoryMib: 4608, storageGiB: { block: 8, fast: 3 } });
  expect(compare([use('b'), use('c')], [more, use('a')])).toEqual({
    before: costOfCount(16, 1),
    after: costOfCount(65, 0.25),
    clusters: [
      {
        cluster: 'a',
        kind: 'new',
        difference: costOfCount(8, 1),
        quantities: [
          { what: 'machines', difference: 1 },
          { what: 'CPUs', difference: 2 },
          { what: 'GiB of memory', difference: 4 },
          { what: 'GiB of block', difference: 8 },
          { what: 'addresses', difference: 1 },
        ],
      },
      {
        cluster: 'b',
        kind: 'changed',
        difference: costOfCount(1, 0.25),
        quantities: [
          { what: 'machines', difference: 1 },
          { what: 'GiB of memory', difference: 0.5 },
          { what: 'GiB of fast', difference: 3 },
        ],
      },
      {
        cluster: 'c',
        kind: 'removed',
        difference: -costOfCount(8, 1),
        quantities: [
          { what: 'machines', difference: -1 },
          { what: 'CPUs', difference: -2 },
          { what: 'GiB of memory', difference: -4 },
          { what: 'GiB of block', difference: -8 },
          { what: 'addresses', difference: -1 },
        ],
      },
    ],
    uncounted: [],
  });
});

test('a cluster of which nobody can tell what it took or takes is in neither sum', () => {
  const unknown = { cluster: 'a', problem: 'its file is wrong' };
  const expected = {
    before: costOfCount(8, 1),
    after: costOfCount(8, 1),
    clusters: [],
    uncounted: ['a'],
  };
  expect(compare([unknown, use('b')], [use('a'), use('b')])).toEqual(expected);
  expect(compare([use('a'), use('b')], [unknown, use('b')])).toEqual(expected);
});
