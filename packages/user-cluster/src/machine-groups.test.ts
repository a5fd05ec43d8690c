// SPDX-License-Identifier: Apache-2.0
import { liveMigrates } from './live-migrates.ts';
import { machineGroups } from './machine-groups.ts';
import { etcdDiskIn } from './machines/test-cluster.ts';
import { testContext } from './test-context.ts';
import type { EtcdDisk } from './update/etcd-disks.ts';

// Proves: cluster-networks.uncovered-interfaces
test('no NetworkPolicy covers the interface among control-plane nodes', () => {
  const addresses = ['10.20.0.11/24', '10.20.0.12/24', '10.20.0.13/24'];
  const controlPlane = {
    instancetype: 'standard-2',
    rootDisk: { image: 'ubuntu' },
    endpoint: { address: '203.0.113.2' },
    replicas: 3,
    peers: { network: 'backbone', addresses },
  };
  const [group] = machineGroups(testContext({ controlPlane }));
  expect(group).toMatchObject({ name: 'cp', uncoveredInterfaces: ['backbone'] });
  expect(machineGroups(testContext())[0]).toMatchObject({ name: 'cp', uncoveredInterfaces: [] });
});

// Proves: drains-and-updates.on-drain
test('a control plane whose disk is on one host drains, also where new disks would be on all', () => {
  const context = testContext();
  const behaviour = (etcdDisks: readonly EtcdDisk[]) =>
    machineGroups({ ...context, etcdDisks })[0]?.onDrain;
  expect(behaviour([])).toEqual({ behaviour: 'migrates', reasons: [] });
  const disk = etcdDiskIn('former', ['ReadWriteOnce']);
  expect(behaviour([disk])).toEqual({
    behaviour: 'drains',
    reasons: ['its disk "etcd" is ReadWriteOnce, not ReadWriteMany'],
  });
  expect(liveMigrates({ ...context, etcdDisks: [disk] })).toBe(false);
  // Not once for each class that a member is in.
  const { config } = context;
  const three = { ...config, controlPlane: { ...config.controlPlane, replicas: 3 as const } };
  const others = [disk, { ...disk, name: 'cp-1-etcd', className: 'older' }];
  expect(
    machineGroups({ ...context, config: three, etcdDisks: others })[0]?.onDrain.reasons,
  ).toEqual(['its disk "etcd" is ReadWriteOnce, not ReadWriteMany']);
  expect(behaviour([{ ...disk, accessModes: ['ReadWriteMany'] }])).toEqual(behaviour([]));
});

test('names the disks that other hosts cannot reach', () => {
  const context = testContext();
  const [first] = context.platform.storageClasses;
  if (first === undefined) throw new Error('the platform has no StorageClass');
  const local = { ...first, name: 'local', provisioner: 'rancher.io/local-path' };
  const platform = { ...context.platform, storageClasses: [local] };
  const rootDisk = { image: 'ubuntu', className: 'local', accessModes: ['ReadWriteOnce'] as const };
  const { config } = testContext({
    pools: [{ name: 'md-a', replicas: 1, instancetype: 'standard-2', rootDisk }],
  });
  const groups = machineGroups({ ...context, config, platform });
  expect(groups.map(({ localDisks, name }) => [name, localDisks])).toEqual([
    ['cp', []],
    ['md-a', ['root']],
  ]);
});
