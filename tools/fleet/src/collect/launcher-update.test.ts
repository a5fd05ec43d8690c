// SPDX-License-Identifier: Apache-2.0
import { kubevirtStackConfig } from '@strata/kubevirt-stack/config';
import { launcherUpdate } from './launcher-update.ts';

const update = (workloadUpdateStrategy: object) =>
  launcherUpdate({
    kubevirt: kubevirtStackConfig.shape.kubevirt.parse({ workloadUpdateStrategy }),
  });

test('machines come to a new launcher as workloadUpdateStrategy says', () => {
  expect(update({})).toEqual({ by: 'migration', batch: 10, interval: '1m' });
  expect(update({ workloadUpdateMethods: [] }).by).toBe('nobody');
  expect(
    update({
      workloadUpdateMethods: ['LiveMigrate', 'Evict'],
      batchEvictionSize: 3,
      batchEvictionInterval: '5m',
    }),
  ).toEqual({ by: 'both', batch: 3, interval: '5m' });
  // Of one machine KubeVirt then asks for its eviction only, whether it can migrate or not.
  expect(update({ workloadUpdateMethods: ['Evict'] }).by).toBe('eviction');
});
