// SPDX-License-Identifier: Apache-2.0
import { machineMoves } from './machine-moves.ts';

/** A host with so many machines of the pool "a". */
const host = (name: string, machines: number, cluster = 'shop') => ({
  name,
  cpu: 8,
  memoryMib: 8,
  freeCpu: 8,
  freeMemoryMib: 8,
  freePods: 8,
  groups: machines === 0 ? [] : [{ cluster, name: 'a', machines, cpu: 1, memoryMib: 1, pods: 1 }],
});

test('pairs hosts that lose machines with hosts that get some, group by group', () => {
  const before = [host('h1', 5), host('h2', 1), host('h3', 2)];
  const after = [host('h1', 2), host('h2', 3), host('h3', 3)];
  const pool = { cluster: 'shop', group: 'a' };
  expect(machineMoves(before, after)).toEqual([
    { ...pool, machines: 2, from: 'h1', to: 'h2' },
    { ...pool, machines: 1, from: 'h1', to: 'h3' },
  ]);
});

test('machines without a pair are new or gone', () => {
  const gone = { cluster: 'shop', group: 'a', machines: 1, from: 'h1' };
  expect(machineMoves([host('h1', 3)], [host('h1', 2)])).toEqual([gone]);
  expect(machineMoves([host('h1', 1)], [host('h1', 1), host('h2', 4)])).toEqual([
    { cluster: 'shop', group: 'a', machines: 4, to: 'h2' },
  ]);
});

test('machines of different clusters are never paired', () => {
  expect(machineMoves([host('h1', 1, 'shop')], [host('h2', 1, 'bank')])).toEqual([
    { cluster: 'shop', group: 'a', machines: 1, from: 'h1' },
    { cluster: 'bank', group: 'a', machines: 1, to: 'h2' },
  ]);
});
