// SPDX-License-Identifier: Apache-2.0
import { checkConfig } from '../check-config.ts';
import { testContext } from '../test-context.ts';
import { keptEtcdDisks } from './announce-etcd-disks.ts';

const controlPlane = {
  instancetype: 'standard-2',
  rootDisk: { image: 'ubuntu', sizeGiB: 20 },
  endpoint: { address: '203.0.113.2' },
};
const three = {
  ...controlPlane,
  replicas: 3,
  peers: {
    network: 'backbone',
    addresses: ['10.20.0.11/24', '10.20.0.12/24', '10.20.0.13/24'],
  },
};
const disk = {
  className: 'fast',
  volumeMode: 'Block' as const,
  madeGiB: 8,
  sizeGiB: 8,
  claimMiB: 8192,
};
const etcdDisks = [
  { ...disk, name: 'cp-0-etcd' },
  { ...disk, name: 'cp-1-etcd', className: 'quick' },
];

test("reports no disks in the configured class, or in the platform's if none is configured", () => {
  expect(keptEtcdDisks({ ...testContext(), etcdDisks: etcdDisks.slice(0, 1) })).toEqual([]);
  const own = testContext({ controlPlane: { ...controlPlane, etcdDisk: { className: 'quick' } } });
  expect(keptEtcdDisks({ ...own, etcdDisks: etcdDisks.slice(1) })).toEqual([]);
  expect(keptEtcdDisks(testContext())).toEqual([]);
});

// Proves: machines.etcd-disk-class
test('another class of the platform refuses no cluster: its disks stay where they are, and a preview says so', () => {
  const storage = {
    className: 'quick',
    accessModes: ['ReadWriteOnce' as const],
    volumeMode: 'Block' as const,
  };
  const context = testContext({ controlPlane: three }, { storage });
  const running = { controlPlane: ['1.35.4'], pools: {}, etcdDisks, lasting: {} };
  expect(
    checkConfig({ ...context, running }).filter(({ path }) => path[0] === 'controlPlane'),
  ).toEqual([]);
  expect(keptEtcdDisks({ ...context, etcdDisks })).toEqual([
    'cp-0-etcd stays in storage class "fast": "quick" is for disks that are made from now on; to move ' +
      'it: docs/runbooks/recover-etcd.md#move-a-disk-of-etcd-to-another-storage-class',
  ]);
});

test('a preview says that the disk of a single member cannot be moved', () => {
  const etcdDisk = { className: 'quick' };
  const context = testContext({ controlPlane: { ...controlPlane, etcdDisk } });
  expect(keptEtcdDisks({ ...context, etcdDisks: etcdDisks.slice(0, 1) })).toEqual([
    'cp-0-etcd stays in storage class "fast": "quick" is for disks that are made from now on; the disk ' +
      'of a single member can only move together with its cluster',
  ]);
});
