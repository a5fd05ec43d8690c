// SPDX-License-Identifier: Apache-2.0
import { testContext } from '../test-context.ts';
import { renderDriverConfig } from './driver-config.ts';

// Proves: volumes.chosen-classes
test('each class of the infra cluster has the snapshot classes that are named for it, and no others', () => {
  const classes = [
    { name: 'a', infraClass: 'small', snapshotClass: 'nfs' },
    { name: 'b', infraClass: 'fast', snapshotClass: 'rbd' },
    { name: 'c', infraClass: 'fast', snapshotClass: 'kept' },
    { name: 'd', infraClass: 'bare' },
  ];
  const context = testContext({ storage: { snapshots: true, classes } });
  const { infraStorageClassEnforcement } = renderDriverConfig(context);
  expect(JSON.parse(infraStorageClassEnforcement)).toEqual({
    allowAll: false,
    allowDefault: false,
    allowList: ['bare', 'fast', 'small'],
    storageSnapshotMapping: [
      { storageClasses: ['fast'], volumeSnapshotClasses: ['kept', 'rbd'] },
      { storageClasses: ['small'], volumeSnapshotClasses: ['nfs'] },
    ],
  });
});
