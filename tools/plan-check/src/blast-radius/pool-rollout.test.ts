// SPDX-License-Identifier: Apache-2.0
import { blastRadius, blastRadiusLimits, describeBlastRadius, excesses } from './index.ts';
import { linesOf, pool, poolType, preview, withDisks } from './test-preview.ts';
import type { Given, Inputs } from './test-preview.ts';

const rolloutType = 'strata:cluster:PoolRollout';
const rollout = (more: Inputs) => ({ pool: 'md-a', replicas: 3, generation: 'a', ...more });
const rolloutStep = (before: Inputs, after: Inputs): Given => ({
  op: 'update',
  type: rolloutType,
  before: rollout(before),
  after: rollout(after),
});

test.each<[string, Inputs]>([
  ['to another generation', { generation: 'b' }],
  ['once more', { repeats: 1 }],
])('a rollout that goes on %s rolls at most the nodes of its pool', (_, after) => {
  const radius = blastRadius([preview(rolloutStep({}, after))]);
  expect(describeBlastRadius(radius).slice(1)).toEqual([
    '  prod.shop: pool "md-a": rolls 3 nodes (at most)',
  ]);
  expect(excesses(radius, blastRadiusLimits.parse({ rolledNodes: 2 }))).toEqual([
    { key: 'rolledNodes', limit: 2, found: 3 },
  ]);
});

test('nodes of a pool that rolls are counted once, with its rollout', () => {
  const goesOn = rolloutStep({}, { generation: 'b' });
  const roll = { op: 'update', type: poolType, before: pool(3, 'a'), after: pool(3, 'b') };
  expect(linesOf(goesOn, roll, { ...goesOn, stack: 'prod.bank' })).toEqual([
    'Rolls 6 nodes in 2 clusters; 3 resources changed.',
    '  prod.shop: pool "md-a": rolls 3 nodes (3 at a time)',
    '  prod.bank: pool "md-a": rolls 3 nodes (at most)',
  ]);
});

test.each<[string, Given]>([
  ['is made', { op: 'create', type: rolloutType, after: rollout({}) }],
  ['has another timeout', rolloutStep({}, { timeoutSeconds: 9 })],
])('a rollout that %s rolls no node', (_, given) => {
  expect(linesOf(given)).toEqual(['Nobody notices: 1 resource changed.']);
});

test.each<[string, Given, string]>([
  [
    'fills an empty pool',
    rolloutStep({ replicas: 0 }, { generation: 'b' }),
    'Adds 3 nodes; 1 resource changed.',
  ],
  ['waits for more machines', rolloutStep({}, { replicas: 4 }), 'Adds 1 node; 1 resource changed.'],
])('a rollout that %s adds nodes and rolls none', (_, given, sum) => {
  expect(linesOf(given)[0]).toBe(sum);
});

const unchanged = (inputs: Inputs): Given => ({
  op: 'same',
  type: poolType,
  before: inputs,
  after: inputs,
});

test('a pool that goes to sleep while its roll has not ended loses its nodes and their data disks', () => {
  const kept = unchanged(pool(6, 'a', withDisks));
  const asleep = rolloutStep({ replicas: 6 }, { replicas: 0, repeats: 1 });
  const radius = blastRadius([preview(kept, asleep)]);
  expect(describeBlastRadius(radius)).toEqual([
    'Removes 6 nodes, deletes 12 stores of data; 1 resource changed.',
    '  prod.shop: pool "md-a": removes 6 nodes',
    '  prod.shop: pool "md-a": deletes 12 stores of data (data disks)',
  ]);
  expect(excesses(radius, blastRadiusLimits.parse({ removedNodes: 2, deletedData: 0 }))).toEqual([
    { key: 'removedNodes', limit: 2, found: 6 },
    { key: 'deletedData', limit: 0, found: 12 },
  ]);
});

test('a pool that shrinks while its roll has not ended loses nodes, and rolls at most the others', () => {
  const shrinks = rolloutStep({ replicas: 8 }, { replicas: 3, generation: 'b' });
  expect(linesOf(unchanged(pool(8, 'b')), shrinks).slice(1)).toEqual([
    '  prod.shop: pool "md-a": removes 5 nodes',
    '  prod.shop: pool "md-a": rolls 3 nodes (at most)',
  ]);
});

test('the number of nodes that a rollout has reached counts, not that in the state of the pool', () => {
  const stale = { op: 'update', type: poolType, before: pool(8, 'a'), after: pool(5, 'a') };
  expect(linesOf(stale, rolloutStep({ replicas: 3 }, { replicas: 5 })).slice(1)).toEqual([
    '  prod.shop: pool "md-a": adds 2 nodes',
  ]);
  // The update that should have made eight has failed: some of them exist.
  const back = rolloutStep({ replicas: 3 }, { replicas: 3, repeats: 1 });
  const less = { op: 'update', type: poolType, before: pool(8, 'a'), after: pool(3, 'a') };
  expect(linesOf(less, back)[1]).toBe('  prod.shop: pool "md-a": removes 5 nodes');
});

test('a pool of the same name in another cluster does not count', () => {
  const other = { ...unchanged(pool(6, 'a', withDisks)), stack: 'prod.bank' };
  expect(linesOf(other, rolloutStep({ replicas: 6 }, { replicas: 0 })).slice(1)).toEqual([
    '  prod.shop: pool "md-a": removes 6 nodes',
  ]);
});
