// SPDX-License-Identifier: Apache-2.0
import { migrationNotes } from './migration-notes.ts';

test('warns when the operator goes that gives out the addresses of migrations', () => {
  expect(migrationNotes({ operators: ['descheduler'] }, { migrationNetwork: 'moves' })).toEqual([
    'operators: "whereabouts" is not in the list, and gives out the addresses of "moves", over which ' +
      'VMs migrate: virt-handler does not start without one. Unless you run a whereabouts of your own, ' +
      'bring up kubevirt-stack without kubevirt.migrations.network first.',
  ]);
});

test('says nothing with that operator, or when VMs migrate over the pod network', () => {
  expect(migrationNotes({ operators: ['whereabouts'] }, { migrationNetwork: 'moves' })).toEqual([]);
  expect(migrationNotes({ operators: [] }, {})).toEqual([]);
});
