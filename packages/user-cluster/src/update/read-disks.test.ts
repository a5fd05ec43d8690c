// SPDX-License-Identifier: Apache-2.0
import { testCluster } from '@strata/testing';
import { readRunningCluster } from './index.ts';

const volumes = '/apis/cdi.kubevirt.io/v1beta1/namespaces/cluster-demo/datavolumes';
const claims = '/api/v1/namespaces/cluster-demo/persistentvolumeclaims';
const asks = (storage: string) => ({ resources: { requests: { storage } } });

test('reads the disks of etcd: the sizes that they were made with, and their present sizes', async () => {
  const accessModes = ['ReadWriteMany'];
  const fast = { storageClassName: 'fast', accessModes };
  await using cluster = await testCluster({
    [`${volumes}/cp-0-etcd`]: { spec: { storage: asks('8Gi') } },
    [`${claims}/cp-0-etcd`]: { spec: { ...fast, volumeMode: 'Block', ...asks('32Gi') } },
    [`${volumes}/cp-1-etcd`]: { spec: { storage: asks('8Gi') } },
    // Request of CDI for 8 GiB in a file system.
    [`${claims}/cp-1-etcd`]: { spec: { ...fast, ...asks('9105322148') } },
    // Its claim does not exist yet.
    [`${volumes}/cp-2-etcd`]: { spec: { storage: asks('8Gi') } },
  });
  const { etcdDisks } = await readRunningCluster(cluster.kubeconfig, 'cluster-demo');
  expect(etcdDisks).toEqual([
    {
      name: 'cp-0-etcd',
      className: 'fast',
      accessModes,
      volumeMode: 'Block',
      madeGiB: 8,
      sizeGiB: 32,
      claimMiB: 32_768,
      spec: { storage: asks('8Gi') },
    },
    {
      name: 'cp-1-etcd',
      className: 'fast',
      accessModes,
      volumeMode: 'Filesystem',
      madeGiB: 8,
      sizeGiB: 8,
      claimMiB: 8684,
      spec: { storage: asks('8Gi') },
    },
  ]);
});

test('reads the volume of backups', async () => {
  await using cluster = await testCluster({
    [`${claims}/etcd-backup`]: { spec: { storageClassName: 'fast', ...asks('40Gi') } },
  });
  const { backupVolume } = await readRunningCluster(cluster.kubeconfig, 'cluster-demo');
  expect(backupVolume).toEqual({ className: 'fast', sizeGiB: 40 });
});

test.each([
  ['without an overhead for the file system', '10Gi', '10Gi', 10],
  ['with an overhead of a tenth', '20Gi', '22Gi', 20],
  ['that has grown since', '8Gi', '34735Mi', 32],
])('returns the size of a disk of etcd %s', async (_, made, claimed, sizeGiB) => {
  await using cluster = await testCluster({
    [`${volumes}/cp-0-etcd`]: { spec: { storage: asks(made) } },
    [`${claims}/cp-0-etcd`]: { spec: { storageClassName: 'fast', ...asks(claimed) } },
  });
  const { etcdDisks } = await readRunningCluster(cluster.kubeconfig, 'cluster-demo');
  expect(etcdDisks.map((disk) => disk.sizeGiB)).toEqual([sizeGiB]);
});
