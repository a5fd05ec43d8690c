// SPDX-License-Identifier: Apache-2.0
import { checkMachines } from './check-machines.ts';
import { smallPool, testContext } from './test-cluster.ts';
import type { TestChanges } from './test-cluster.ts';

/** Returns the problems of a cluster on a platform whose preference `fixed` switches hotplug off. */
function problemsOf(changes: TestChanges) {
  const platform = {
    preferences: ['sockets-advantage', 'fixed'],
    preferenceDevices: [
      { name: 'sockets-advantage', networkMultiQueue: false, hotplug: true },
      { name: 'fixed', networkMultiQueue: false, hotplug: false },
    ],
  };
  return checkMachines(testContext(changes, platform));
}

const fixed = { ...smallPool, preference: 'fixed' };

test('refuses pools whose machines can have no volumes', () => {
  expect(problemsOf({ pools: [smallPool, { ...fixed, name: 'md-b' }] })).toEqual([
    {
      path: ['pools', 1, 'preference'],
      message:
        '"fixed" switches hotplug off (devices.disableHotplug), so no volume could be attached to ' +
        'machines of pool "md-b"; choose another, or set storage.classes to [] for a cluster without ' +
        'volumes',
    },
  ]);
});

test.each<[string, TestChanges]>([
  ['a control plane without hotplug', { controlPlane: { preference: 'fixed' } }],
  ['a cluster without storage classes', { pools: [fixed], storage: { classes: [] } }],
])('accepts %s', (_, changes) => {
  expect(problemsOf(changes)).toEqual([]);
});
