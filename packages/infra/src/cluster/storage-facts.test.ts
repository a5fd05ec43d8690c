// SPDX-License-Identifier: Apache-2.0
import { testCluster, type TestCluster } from '@strata/testing';
import { readStorageFacts } from './storage-facts.ts';

const isDefault = { 'storageclass.kubernetes.io/is-default-class': 'true' };
const snapshotClasses = '/apis/snapshot.storage.k8s.io/v1/volumesnapshotclasses';
const answers: Readonly<Record<string, object>> = {
  '/apis/storage.k8s.io/v1/storageclasses': {
    items: [
      { metadata: { name: 'plain' }, provisioner: 'other.example.org' },
      { metadata: { name: 'new', annotations: {} }, provisioner: 'other.example.org' },
      { metadata: { name: 'empty' }, provisioner: 'other.example.org' },
      { metadata: { name: 'profileless' }, provisioner: 'other.example.org' },
      {
        metadata: { name: 'block', annotations: isDefault },
        provisioner: 'csi.example.org',
        volumeBindingMode: 'WaitForFirstConsumer',
        allowVolumeExpansion: true,
        allowedTopologies: [{}],
      },
    ],
  },
  [snapshotClasses]: {
    items: [{ metadata: { name: 'snap' }, driver: 'csi.example.org' }],
  },
  '/apis/cdi.kubevirt.io/v1beta1/storageprofiles/plain': {},
  '/apis/cdi.kubevirt.io/v1beta1/storageprofiles/empty': { status: {} },
  '/apis/cdi.kubevirt.io/v1beta1/storageprofiles/new': {
    status: { claimPropertySets: [{}, { accessModes: ['ReadWriteOnce'] }] },
  },
  '/apis/cdi.kubevirt.io/v1beta1/storageprofiles/block': {
    status: {
      claimPropertySets: [{ accessModes: ['ReadWriteOnce'] }, { accessModes: ['ReadWriteMany'] }],
    },
  },
};

let cluster: TestCluster;
beforeAll(async () => (cluster = await testCluster(answers)));
afterAll(() => cluster[Symbol.asyncDispose]());

test('reads all facts of the default StorageClass', async () => {
  expect(await readStorageFacts(cluster.kubeconfig)).toEqual({
    name: 'block',
    provisioner: 'csi.example.org',
    volumeBindingMode: 'WaitForFirstConsumer',
    canExpand: true,
    isTopologyBound: true,
    snapshotClass: 'snap',
    accessModes: ['ReadWriteMany', 'ReadWriteOnce'],
  });
});

test('reads a StorageClass by its name, with the defaults of Kubernetes for unset fields', async () => {
  expect(await readStorageFacts(cluster.kubeconfig, 'plain')).toEqual({
    name: 'plain',
    provisioner: 'other.example.org',
    volumeBindingMode: 'Immediate',
    canExpand: false,
    isTopologyBound: false,
  });
});

test('returns undefined for a StorageClass that does not exist', async () => {
  expect(await readStorageFacts(cluster.kubeconfig, 'gone')).toBeUndefined();
  await using empty = await testCluster({});
  expect(await readStorageFacts(empty.kubeconfig)).toBeUndefined();
});

test('returns no access modes when CDI has not filled in the StorageProfile yet', async () => {
  expect(await readStorageFacts(cluster.kubeconfig, 'new')).toMatchObject({
    accessModes: ['ReadWriteOnce'],
  });
  for (const name of ['plain', 'empty', 'profileless']) {
    const facts = await readStorageFacts(cluster.kubeconfig, name);
    expect(facts).toMatchObject({ name });
    expect(facts).not.toHaveProperty('accessModes');
  }
});

test('returns no snapshot class when the cluster has no VolumeSnapshotClasses', async () => {
  const others = Object.entries(answers).filter(([path]) => path !== snapshotClasses);
  await using bare = await testCluster(Object.fromEntries(others));
  expect(await readStorageFacts(bare.kubeconfig)).toMatchObject({ name: 'block' });
  expect(await readStorageFacts(bare.kubeconfig)).not.toHaveProperty('snapshotClass');
});
