// SPDX-License-Identifier: Apache-2.0
import { testContext } from '../test-context.ts';
import { driverName, storageClasses } from './index.ts';

test('a cluster without classes of its own has one default class, in that of the platform', () => {
  expect(storageClasses(testContext())).toEqual([
    {
      name: 'kubevirt',
      default: true,
      reclaimPolicy: 'Delete',
      volumeBindingMode: 'Immediate',
      fsType: 'ext4',
      infraClass: 'fast',
      expansion: true,
    },
  ]);
  expect(driverName).toBe('csi.kubevirt.io');
});

test('volumes can grow where those of the infra cluster can, unless a class says no', () => {
  const expansions = (...classes: readonly object[]) =>
    storageClasses(testContext({ storage: { classes } })).map(({ name, expansion }) => [
      name,
      expansion,
    ]);
  expect(
    expansions(
      { name: 'a', infraClass: 'fast' },
      { name: 'b', infraClass: 'small' },
      { name: 'c', infraClass: 'fast', expansion: false },
      { name: 'd', infraClass: 'small', expansion: true },
      { name: 'e', infraClass: 'gone' },
    ),
  ).toEqual([
    ['a', true],
    ['b', false],
    ['c', false],
    ['d', true],
    ['e', false],
  ]);
  expect(expansions()).toEqual([]);
});
