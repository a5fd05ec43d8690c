// SPDX-License-Identifier: Apache-2.0
import { describeMigration, migrationContract } from './index.ts';
import type { MachineMobility } from './index.ts';

const free: MachineMobility = {
  evictionStrategy: 'LiveMigrateIfPossible',
  losesAddress: false,
  disks: [{ name: 'root', accessModes: ['ReadWriteMany'] }],
  hostDisks: [],
  hostDevices: [],
};

const everything: MachineMobility = {
  ...free,
  losesAddress: true,
  disks: [
    { name: 'root', accessModes: ['ReadWriteOnce', 'ReadOnlyMany'] },
    { name: 'data' },
    { name: 'near', accessModes: ['ReadWriteMany'], localClass: 'local' },
  ],
  hostDisks: ['file'],
  hostDevices: ['2 GPUs'],
};

const reasons = [
  'its interface is bridged to the pod network, whose address stays behind',
  'its disk "root" is ReadWriteOnce and ReadOnlyMany, not ReadWriteMany',
  'nobody says whether the storage of its disk "data" has ReadWriteMany',
  'its disk "near" is on "local", which not every host reaches',
  'its disk "file" is a file of its host',
  'it has 2 GPUs',
];

test.each([
  ['LiveMigrateIfPossible', 'migrates', [], 'drains', reasons],
  ['LiveMigrate', 'migrates', [], 'blocks', reasons],
  ['None', 'drains', ['its evictionStrategy is None'], 'drains', undefined],
] as const)('with %s, a VM that can migrate %s, and one that cannot does not migrate', (...row) => {
  const [evictionStrategy, canMove, whenFree, cannot, whenNot] = row;
  expect(migrationContract({ ...free, evictionStrategy })).toEqual({
    behaviour: canMove,
    reasons: whenFree,
  });
  expect(migrationContract({ ...everything, evictionStrategy })).toEqual({
    behaviour: cannot,
    reasons: whenNot ?? ['its evictionStrategy is None', ...reasons],
  });
});

test('describes each group in one line', () => {
  const none = migrationContract({ ...free, evictionStrategy: 'None', hostDevices: ['2 GPUs'] });
  expect(
    describeMigration([
      { name: 'cp', replicas: 1, onDrain: none },
      { name: 'md-a', replicas: 3, onDrain: migrationContract(free) },
      { name: 'md-b', replicas: 0, onDrain: { behaviour: 'blocks', reasons: ['it has 2 GPUs'] } },
    ]),
  ).toEqual([
    'cp: 1 machine drains: its evictionStrategy is None; it has 2 GPUs',
    'md-a: 3 machines migrate',
    'md-b: 0 machines block: it has 2 GPUs',
  ]);
});
