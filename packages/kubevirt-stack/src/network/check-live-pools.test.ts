// SPDX-License-Identifier: Apache-2.0
import type { LivePool } from '../cluster/cluster-facts.ts';
import { checkLivePools } from './check-live-pools.ts';

const pool = (name: string, addresses: string[]) => ({ name, addresses, autoAssign: true });

const check = (pools: ReturnType<typeof pool>[], ...addressPools: LivePool[]) =>
  checkLivePools({ pools }, { addressPools });

test('refuses another name for a pool that the infra cluster has', () => {
  const file = pool('new', ['10.0.0.0/28', '10.0.0.32/28']);
  expect(check([file], { name: 'old', addresses: ['10.0.0.0/28', '10.0.0.32/28'] })).toEqual([
    {
      path: ['metallb', 'pools', 0, 'name'],
      message:
        '"10.0.0.0/28" overlaps "10.0.0.0/28", which the pool "old" of the infra cluster has, and ' +
        'MetalLB takes no address into two pools; keep the name "old", because the old pool goes ' +
        'after the new one is made',
    },
  ]);
});

test('refuses a range that another pool of the infra cluster still has', () => {
  const file = [pool('a', ['10.0.0.0/29']), pool('b', ['10.0.1.0/28', '10.0.0.8-10.0.0.15'])];
  const live = [
    { name: 'a', addresses: ['10.0.0.0/28'] },
    { name: 'b', addresses: ['10.0.1.0/28'] },
  ];
  expect(check(file, ...live)).toEqual([
    {
      path: ['metallb', 'pools', 1, 'addresses', 1],
      message:
        '"10.0.0.8-10.0.0.15" overlaps "10.0.0.0/28", which the pool "a" of the infra cluster has, ' +
        'and MetalLB takes no address into two pools; take it out of "a" in an update of its own ' +
        'first, with which Services that have one of its addresses lose it',
    },
  ]);
});

test.each<[string, ReturnType<typeof pool>, LivePool]>([
  ['that stays as it is', pool('a', ['10.0.0.0/28']), { name: 'a', addresses: ['10.0.0.0/28'] }],
  ['that grows', pool('a', ['10.0.0.0/27']), { name: 'a', addresses: ['10.0.0.0/28'] }],
  [
    'beside one that goes',
    pool('b', ['10.0.0.16/28']),
    { name: 'a', addresses: ['10.0.0.0/28', 'fd00::/120'] },
  ],
  ['beside one with other text', pool('b', ['10.0.0.0/28']), { name: 'a', addresses: ['x'] }],
])('accepts a pool %s', (_title, file, live) => {
  expect(check([file], live)).toEqual([]);
});

test('leaves pools that overlap in the file itself to the check of the file', () => {
  const file = [pool('a', ['10.0.0.0/28']), pool('b', ['10.0.0.8/29'])];
  expect(check(file, { name: 'a', addresses: ['10.0.0.0/28'] })).toEqual([]);
});

test('accepts every pool of a cluster that is not known', () => {
  expect(checkLivePools({ pools: [pool('a', ['10.0.0.0/28'])] }, undefined)).toEqual([]);
});
