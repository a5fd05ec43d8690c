// SPDX-License-Identifier: Apache-2.0
import { testConfig } from '../test-config.ts';
import { migrationAddressNotes } from './migration-addresses.ts';

const own = testConfig({ kubevirt: { migrations: { network: 'moves' } } });

test('says in which order to install whereabouts and a migration network', () => {
  expect(migrationAddressNotes(own, { whereabouts: false })).toEqual([
    'kubevirt.migrations.network: nothing on the infra cluster gives out addresses of "moves", ' +
      'and virt-handler does not start without one; bring the platform up without this key, then ' +
      'stacks/addons with whereabouts, then add the key.',
  ]);
});

test('says nothing if whereabouts is installed, or migrations use the pod network', () => {
  expect(migrationAddressNotes(own, { whereabouts: true })).toEqual([]);
  expect(migrationAddressNotes(testConfig(), { whereabouts: false })).toEqual([]);
});
