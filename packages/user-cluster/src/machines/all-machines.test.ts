// SPDX-License-Identifier: Apache-2.0
import type { EtcdDisk } from '../update/etcd-disks.ts';
import { allMachines } from './index.ts';
import { etcdDiskIn, smallPool, testConfig } from './test-cluster.ts';

test('lists the control plane and every pool, with the number of machines that drains may take away', () => {
  const config = testConfig({
    controlPlane: { etcdDisk: { className: 'local' } },
    pools: [
      { ...smallPool, maxUnavailable: 2 },
      { ...smallPool, name: 'md-b', replicas: 5, maxUnavailable: 0 },
    ],
  });
  expect(allMachines(config)).toEqual([
    {
      path: ['controlPlane'],
      title: 'the control plane',
      role: 'control-plane',
      group: 'cp',
      machine: config.controlPlane,
      replicas: 1,
      maxUnavailable: 1,
      persistentDisks: [{ name: 'etcd', className: 'local' }],
    },
    {
      path: ['pools', 0],
      title: 'pool "md-a"',
      role: 'worker',
      group: 'md-a',
      machine: config.pools[0],
      replicas: 2,
      maxUnavailable: 2,
      persistentDisks: [],
    },
    {
      path: ['pools', 1],
      title: 'pool "md-b"',
      role: 'worker',
      group: 'md-b',
      machine: config.pools[1],
      replicas: 5,
      maxUnavailable: 1,
      persistentDisks: [],
    },
  ]);
  expect(allMachines({})).toEqual([]);
});

// An existing disk stays in its class, whatever the configuration says.
test('the disks of etcd are those that are there, and as configured where one is still to be made', () => {
  const peers = { network: 'lan', addresses: ['10.0.0.1/24', '10.0.0.2/24', '10.0.0.3/24'] };
  const config = testConfig({
    controlPlane: { replicas: 3, peers, etcdDisk: { className: 'rwx' } },
  });
  const disksOf = (found: readonly EtcdDisk[]) => allMachines(config, found)[0]?.persistentDisks;
  const old = ['cp-0-etcd', 'cp-1-etcd'].map((name) =>
    etcdDiskIn('local', ['ReadWriteOnce'], name),
  );
  const isLocal = {
    name: 'etcd',
    className: 'local',
    accessModes: ['ReadWriteOnce'],
    volumeMode: 'Block',
  };
  const asConfigured = { name: 'etcd', className: 'rwx' };
  expect(disksOf([])).toEqual([asConfigured]);
  expect(disksOf(old)).toEqual([isLocal, asConfigured]);
  expect(disksOf([...old, etcdDiskIn('local', ['ReadWriteOnce'], 'cp-2-etcd')])).toEqual([isLocal]);
  const moved = etcdDiskIn('rwx', ['ReadWriteMany'], 'cp-2-etcd');
  expect(disksOf([...old, moved])).toEqual([
    isLocal,
    { ...isLocal, className: 'rwx', accessModes: ['ReadWriteMany'] },
  ]);
  // One of a machine that is no more.
  expect(disksOf([...old, etcdDiskIn('local', ['ReadWriteOnce'], 'cp-3-etcd')])).toEqual([
    isLocal,
    asConfigured,
  ]);
});
