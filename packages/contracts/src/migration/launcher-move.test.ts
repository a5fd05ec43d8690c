// SPDX-License-Identifier: Apache-2.0
import { launcherMove } from './index.ts';
import type { MachineMobility } from './index.ts';

const free: MachineMobility = {
  evictionStrategy: 'LiveMigrateIfPossible',
  losesAddress: false,
  disks: [{ name: 'root', accessModes: ['ReadWriteMany'] }],
  hostDisks: [],
  hostDevices: [],
};
const alone = { disks: [{ name: 'root', accessModes: ['ReadWriteOnce'] }] };
const near = { disks: [{ name: 'root', accessModes: ['ReadWriteMany'], localClass: 'local' }] };

// KubeVirt v1.9.0 pkg/virt-controller/watch/workload-updater/workload-updater.go `getUpdateData` and
// pkg/virt-api/webhooks/validating-webhook/admitters/pod-eviction-admitter.go `admitLauncherPod`
test.each<[string, Partial<MachineMobility>, string, string]>([
  ['can migrate', {}, 'migrates', 'migrates'],
  ['can migrate, with None', { evictionStrategy: 'None' }, 'migrates', 'restarts'],
  ['can migrate, with LiveMigrate', { evictionStrategy: 'LiveMigrate' }, 'migrates', 'migrates'],
  ['no other host takes', { noTarget: ['there is one host'] }, 'waits', 'waits'],
  [
    'no other host takes, with None',
    { noTarget: ['there is one host'], evictionStrategy: 'None' },
    'waits',
    'restarts',
  ],
  ['has shared disks that no other host reaches', near, 'waits', 'waits'],
  ['cannot migrate', alone, 'cannot', 'restarts'],
  ['cannot migrate, with None', { ...alone, evictionStrategy: 'None' }, 'cannot', 'restarts'],
  [
    'cannot migrate, with LiveMigrate',
    { ...alone, evictionStrategy: 'LiveMigrate' },
    'cannot',
    'refuses',
  ],
  [
    'could not start again while its host is drained',
    { ...alone, noReturn: ['podAffinityPreset is hard'] },
    'cannot',
    'restarts',
  ],
])('an update of KubeVirt moves a machine that %s', (_, more, migration, eviction) => {
  expect(launcherMove({ ...free, ...more })).toEqual({ migration, eviction });
});
