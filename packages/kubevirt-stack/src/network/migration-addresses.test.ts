// SPDX-License-Identifier: Apache-2.0
import { testConfig } from '../test-config.ts';
import { migrationAddressNotes } from './migration-addresses.ts';

const own = testConfig({ kubevirt: { migrations: { network: 'moves' } } });

test('tells in which order a network of migrations comes to its addresses', () => {
  expect(migrationAddressNotes(own, { whereabouts: false })).toEqual([
    'kubevirt.migrations.network: nothing on the infra cluster gives out addresses of "moves", ' +
      'and virt-handler does not start without one; bring the platform up without this key, then ' +
      'stacks/addons with whereabouts, then add the key.',
  ]);
});

test('says nothing when whereabouts is there, or migrations use the pod network', () => {
  expect(migrationAddressNotes(own, { whereabouts: true })).toEqual([]);
  expect(migrationAddressNotes(testConfig(), { whereabouts: false })).toEqual([]);
});
