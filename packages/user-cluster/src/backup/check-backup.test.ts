// SPDX-License-Identifier: Apache-2.0
import { testContext } from '../test-context.ts';
import type { Change } from '../test-context.ts';
import { checkBackup } from './index.ts';

const s3 = {
  endpoint: 'https://s3.example.org',
  bucket: 'backups',
  credentials: { secretName: 'keys' },
};

const problemsOf = (backup: object, more: Change = {}) =>
  checkBackup(testContext({ backup, ...more })).map(
    ({ path, message }) => `${path.join('.')}: ${message}`,
  );

test('accepts what can work', () => {
  expect(checkBackup({ ...testContext(), config: {} })).toEqual([]);
  expect(checkBackup(testContext())).toEqual([]);
  expect(problemsOf({ target: { s3 } })).toEqual([]);
  expect(problemsOf({ target: { s3: { ...s3, endpoint: 'https://198.51.100.7' } } })).toEqual([]);
  const inside = { ...s3, endpoint: 'https://10.20.0.7:9000', addresses: ['10.20.0.0/24'] };
  expect(problemsOf({ target: { s3: inside } })).toEqual([]);
  expect(problemsOf({ target: { volume: { storageClass: 'small', sizeGiB: 20 } } })).toEqual([]);
});

test('refuses days that no month has, and ranges backwards', () => {
  for (const schedule of ['0 0 31 2 *', '0 6-2 * * *']) {
    expect(problemsOf({ schedule, target: { s3 } })).toEqual([
      `backup.schedule: "${schedule}" is at no time; take days that months have, and ranges from less to more`,
    ]);
  }
});

test('refuses a storage class that is not there, and one that keeps backups on one host', () => {
  expect(problemsOf({ target: { volume: { storageClass: 'smal', sizeGiB: 20 } } })).toEqual([
    'backup.target.volume.storageClass: the infra cluster has no storage class "smal"; did you mean "small"?',
  ]);
  expect(problemsOf({ target: { volume: { storageClass: 'on-host', sizeGiB: 20 } } })).toEqual([
    'backup.target.volume.storageClass: "on-host" keeps a volume on one host (topolvm.io), and the backups would be lost with it; choose a class that every host can reach, or s3',
  ]);
});

/** Returns the problems of a size of the volume, and of a class, where a volume is there. */
function sizeProblems(volume: object, found: { className?: string; sizeGiB?: number } = {}) {
  const context = testContext({ backup: { target: { volume } } });
  const backupVolume = { className: 'fast', sizeGiB: 40, ...found };
  const running = { controlPlane: [], pools: {}, etcdDisks: [], lasting: {}, backupVolume };
  return checkBackup({ ...context, running }).map(
    ({ path, message }) => `${path.join('.')}: ${message}`,
  );
}

test.each([
  ['the size that it has', { sizeGiB: 40 }, {}],
  ['a larger one', { sizeGiB: 80 }, {}],
  ['the size that it has, in a class that is gone', { sizeGiB: 40 }, { className: 'old' }],
  ['another class, for it stays in its own', { sizeGiB: 40, storageClass: 'on-host' }, {}],
])('accepts for an existing volume %s', (_, volume, found) => {
  expect(sizeProblems(volume, found)).toEqual([]);
});

test('refuses a size that an existing volume cannot have', () => {
  expect(sizeProblems({ sizeGiB: 20 })).toEqual([
    'backup.target.volume.sizeGiB: the volume etcd-backup has 40 GiB, and a volume cannot shrink; take 40 or more',
  ]);
  expect(sizeProblems({ sizeGiB: 80 }, { className: 'small' })).toEqual([
    'backup.target.volume.sizeGiB: the volume etcd-backup has 40 GiB in storage class "small", whose volumes cannot grow (allowVolumeExpansion); leave it at 40, or have the class allow it on the infra cluster',
  ]);
  expect(sizeProblems({ sizeGiB: 80 }, { className: 'old' })).toEqual([
    'backup.target.volume.sizeGiB: the volume etcd-backup has 40 GiB in storage class "old", which the infra cluster has no longer, so it cannot grow; leave it at 40, or make the class again, with allowVolumeExpansion, on the infra cluster',
  ]);
});

test('refuses a server that the backup may not reach', () => {
  const endpoint = 'https://10.20.0.7:9000';
  expect(problemsOf({ target: { s3: { ...s3, endpoint } } })).toEqual([
    'backup.target.s3.addresses: missing; 10.20.0.7 is no address of the internet, so nothing reaches it unless it is listed here',
  ]);
  expect(problemsOf({ target: { s3: { ...s3, endpoint, addresses: ['10.21.0.0/24'] } } })).toEqual([
    'backup.target.s3.addresses: does not contain 10.20.0.7, the address of the endpoint; add 10.20.0.7/32',
  ]);
});

test('refuses an authority that nobody can read', () => {
  const authority = '-----BEGIN CERTIFICATE-----\nMII\n-----END CERTIFICATE-----\n';
  expect(problemsOf({ target: { s3: { ...s3, authority } } })).toEqual([
    'backup.target.s3.authority: certificate 1 of 1 cannot be read; copy it again',
  ]);
});

test("refuses policies with the names of the backup's own, and tells all problems at once", () => {
  const customNetworkPolicies = ['etcd-clients', 'office'].map((name) => ({
    name,
    spec: { policyTypes: ['Egress'] },
  }));
  const backup = {
    schedule: '0 0 30 2 *',
    target: { volume: { storageClass: 'on-host', sizeGiB: 20 } },
  };
  const told = problemsOf(backup, { isolation: { customNetworkPolicies } });
  expect(told.map((text) => text.split(':')[0])).toEqual([
    'backup.schedule',
    'backup.target.volume.storageClass',
    'isolation.customNetworkPolicies.0.name',
  ]);
  expect(told[2]).toBe(
    'isolation.customNetworkPolicies.0.name: "etcd-clients" is the name of a policy of Strata\'s own, for backups; take another',
  );
  expect(checkBackup(testContext({ isolation: { customNetworkPolicies } }))).toEqual([]);
});
