// SPDX-License-Identifier: Apache-2.0
import type { ApiClient } from '../api-client.ts';
import { aMoment, eventually } from '../test-wait.ts';
import { CsiError } from './csi-error.ts';
import { paths } from './storage-objects.ts';
import { claimPath, ours, TestTenant, uid, volumePath } from './test-tenant.ts';

let tenant: TestTenant;
let client: ApiClient;

beforeEach(async () => {
  tenant = new TestTenant();
  client = await tenant.start();
});
afterEach(() => tenant.stop(client));

test('a claim gets a volume, exactly so', async () => {
  tenant.claim();
  tenant.run(client);
  const created = await eventually(() => tenant.api.get(volumePath));
  expect(tenant.driver.calls).toEqual([
    [
      'create',
      {
        ...{ name: `pvc-${uid}`, bytes: 2 ** 30, isBlock: false, accessModes: ['ReadWriteOnce'] },
        parameters: { infraStorageClassName: 'sandbox-block' },
        source: undefined,
      },
    ],
  ]);
  expect(created).toEqual({
    apiVersion: 'v1',
    kind: 'PersistentVolume',
    metadata: {
      name: `pvc-${uid}`,
      uid: created.metadata.uid,
      resourceVersion: created.metadata.resourceVersion,
      annotations: {
        'pv.kubernetes.io/provisioned-by': 'csi.kubevirt.io',
        'volume.kubernetes.io/provisioner-deletion-secret-name': '',
        'volume.kubernetes.io/provisioner-deletion-secret-namespace': '',
      },
      finalizers: ['external-provisioner.volume.kubernetes.io/finalizer'],
    },
    spec: {
      accessModes: ['ReadWriteOnce'],
      capacity: { storage: '1Gi' },
      claimRef: {
        ...{ apiVersion: 'v1', kind: 'PersistentVolumeClaim', name: 'data', namespace: 'shop' },
        ...{ uid, resourceVersion: tenant.api.must(claimPath).metadata.resourceVersion },
      },
      csi: {
        driver: 'csi.kubevirt.io',
        fsType: 'ext4',
        volumeAttributes: {
          bus: 'scsi',
          serial: '7d6f',
          'storage.kubernetes.io/csiProvisionerIdentity': expect.stringMatching(
            /^\d+-\d+-csi\.kubevirt\.io$/,
          ) as unknown,
        },
        volumeHandle: `pvc-${uid}`,
      },
      persistentVolumeReclaimPolicy: 'Delete',
      storageClassName: 'fast',
      volumeMode: 'Filesystem',
    },
  });
  await eventually(() => tenant.events().map(({ reason }) => reason).length === 2);
  expect(tenant.events().map(({ reason }) => reason)).toEqual([
    'Provisioning',
    'ProvisioningSucceeded',
  ]);
});

test('a block volume has no file system, and a kept one no finalizer', async () => {
  tenant.api.put(paths.storageClasses, {
    ...{ metadata: { name: 'kept' }, provisioner: 'csi.kubevirt.io', reclaimPolicy: 'Retain' },
  });
  tenant.claim({ storageClassName: 'kept', volumeMode: 'Block', accessModes: ['ReadWriteMany'] });
  tenant.run(client);
  const { metadata, spec } = await eventually(() => tenant.api.get(volumePath));
  expect(metadata.finalizers).toBeUndefined();
  expect(spec).toMatchObject({ persistentVolumeReclaimPolicy: 'Retain', volumeMode: 'Block' });
  expect(spec).not.toHaveProperty('csi.fsType');
});

test('a claim waits for its first pod, where the class says so', async () => {
  tenant.api.put(paths.storageClasses, {
    metadata: { name: 'late' },
    ...{ provisioner: 'csi.kubevirt.io', volumeBindingMode: 'WaitForFirstConsumer' },
  });
  tenant.claim({ storageClassName: 'late' });
  tenant.run(client);
  await aMoment();
  expect(tenant.driver.calls).toEqual([]);
  tenant.claim(
    { storageClassName: 'late' },
    { ...ours, 'volume.kubernetes.io/selected-node': 'w' },
  );
  await eventually(() => tenant.api.get(volumePath));
});

test.each([
  ['has a volume', { volumeName: 'pv-1' }, ours],
  ['belongs to another provisioner', {}, { 'volume.kubernetes.io/storage-provisioner': 'other' }],
  ['has not been seen by the volume controller', {}, {}],
])('a claim that %s is left alone', async (_, change, annotations) => {
  tenant.claim(change, annotations);
  tenant.run(client);
  await aMoment();
  expect(tenant.driver.calls).toEqual([]);
});

test('what the driver refuses is an event, counted, and tried again', async () => {
  const description = 'infraStorageclass is not in the allowed list';
  tenant.driver.failure = new CsiError('InvalidArgument', description);
  tenant.claim();
  tenant.run(client);
  await eventually(() => tenant.driver.calls.length > 2);
  tenant.driver.failure = undefined;
  await eventually(() => tenant.api.get(volumePath));
  const event = tenant.events().find(({ type }) => type === 'Warning');
  expect(event).toMatchObject({
    reason: 'ProvisioningFailed',
    message: `failed to provision volume with StorageClass "fast": rpc error: code = InvalidArgument desc = ${description}`,
    involvedObject: { kind: 'PersistentVolumeClaim', name: 'data', namespace: 'shop', uid },
  });
  expect(event?.count).toBeGreaterThan(1);
});

test('a released volume goes after its DataVolume, a kept one stays', async () => {
  const finalizers = ['external-provisioner.volume.kubernetes.io/finalizer'];
  tenant.volume({ status: { phase: 'Released' } }, { finalizers });
  tenant.api.put(paths.volumes, {
    metadata: { name: 'kept' },
    spec: { persistentVolumeReclaimPolicy: 'Retain' },
    status: { phase: 'Released' },
  });
  tenant.run(client);
  await eventually(() => tenant.api.get(volumePath) === undefined);
  expect(tenant.driver.calls[0]).toEqual(['remove', `pvc-${uid}`]);
  expect(tenant.driver.calls).not.toContainEqual(['remove', 'kept']);
  expect(tenant.api.get(`${paths.volumes}/kept`)).toBeDefined();
});

test('an attached volume stays', async () => {
  tenant.volume({ status: { phase: 'Released' } });
  tenant.attachment({ status: { attached: true } });
  tenant.run(client);
  await aMoment();
  expect(tenant.driver.calls).toEqual([]);
  expect(tenant.api.get(volumePath)).toBeDefined();
  expect(tenant.log.lines).toContain(
    `provisioner: volume: pvc-${uid}: persistentvolume pvc-${uid} is still attached to node workers-0, trying again`,
  );
});

const snapshotApi = '/apis/snapshot.storage.k8s.io/v1';

test('a claim from a snapshot names what the snapshot is on the infra cluster', async () => {
  const dataSource = { apiGroup: 'snapshot.storage.k8s.io', kind: 'VolumeSnapshot', name: 'then' };
  const snapshot = (readyToUse: boolean) => ({
    metadata: { name: 'then', namespace: 'shop' },
    status: { readyToUse, boundVolumeSnapshotContentName: 'content' },
  });
  tenant.api.put(`${snapshotApi}/volumesnapshots`, snapshot(false));
  tenant.api.put(`${snapshotApi}/volumesnapshotcontents`, {
    metadata: { name: 'content' },
    spec: { driver: 'csi.kubevirt.io' },
    status: { snapshotHandle: 'snapshot-1', restoreSize: 2 ** 30 },
  });
  tenant.claim({ dataSource });
  tenant.run(client);
  await eventually(() => JSON.stringify(tenant.events()).includes('snapshot then is not Ready'));
  tenant.api.put(`${snapshotApi}/volumesnapshots`, snapshot(true));
  await eventually(() => tenant.api.get(volumePath));
  expect(tenant.driver.calls).toEqual([
    [
      'create',
      expect.objectContaining({ source: { kind: 'snapshot', id: 'snapshot-1' } }) as unknown,
    ],
  ]);
});

test('a claim that is smaller than its snapshot waits, and says why', async () => {
  const dataSource = { apiGroup: 'snapshot.storage.k8s.io', kind: 'VolumeSnapshot', name: 'then' };
  tenant.api.put(`${snapshotApi}/volumesnapshots`, {
    metadata: { name: 'then', namespace: 'shop' },
    status: { readyToUse: true, boundVolumeSnapshotContentName: 'content' },
  });
  tenant.api.put(`${snapshotApi}/volumesnapshotcontents`, {
    metadata: { name: 'content' },
    spec: { driver: 'csi.kubevirt.io' },
    status: { snapshotHandle: 'snapshot-1', restoreSize: 2 ** 31 },
  });
  tenant.claim({ dataSource });
  tenant.run(client);
  const message =
    'requested volume size 1073741824 is less than the size 2147483648 for the source snapshot then';
  await eventually(() => JSON.stringify(tenant.events()).includes(message));
  expect(tenant.driver.calls).toEqual([]);
});
