// SPDX-License-Identifier: Apache-2.0
import { core } from '@pulumi/kubernetes';
import { byFormerParent, named, ofType, recordProgram } from '@strata/testing';
import { testContext } from '../test-context.ts';
import type { Change } from '../test-context.ts';
import { createStorageInside } from './storage-inside.ts';

const record = (change: Change = {}) =>
  recordProgram(() => {
    const needs = [new core.v1.ConfigMap('network', {})];
    createStorageInside('storage', { ...testContext(change), needs }, {});
  });

const labels = {
  'app.kubernetes.io/managed-by': 'strata',
  'app.kubernetes.io/part-of': 'demo',
  'cluster.x-k8s.io/cluster-name': 'demo',
  'strata.dev/environment': 'sandbox',
};
const metadata = (name: string, annotations: object = {}) => ({
  name,
  labels,
  annotations: { 'pulumi.com/patchFieldManager': 'strata', ...annotations },
});
const ofPlugin = { 'strata.dev/component': 'kubevirt-csi-node' };
const isDefault = (group: string) => ({ [`${group}/is-default-class`]: 'true' });

// Proves: volumes.claims
test('Kubernetes learns that volumes are attached, and whose files they hold', async () => {
  expect(named(await record(), 'storage-driver').inputs).toEqual({
    apiVersion: 'storage.k8s.io/v1',
    kind: 'CSIDriver',
    metadata: metadata('csi.kubevirt.io'),
    spec: {
      attachRequired: true,
      podInfoOnMount: true,
      fsGroupPolicy: 'ReadWriteOnceWithFSType',
    },
  });
});

// Proves: volumes.claims
test('the driver is on every node once it may read nodes, and an update leaves most nodes with one', async () => {
  const recording = await record();
  const system = { ...metadata('kubevirt-csi-node'), namespace: 'strata-system' };
  expect(named(recording, 'storage-account').inputs.metadata).toEqual(system);
  const plugin = named(recording, 'storage-plugin');
  expect(plugin.inputs).toMatchObject({
    kind: 'DaemonSet',
    metadata: system,
    spec: {
      selector: { matchLabels: ofPlugin },
      updateStrategy: { rollingUpdate: { maxUnavailable: '10%' } },
      template: {
        metadata: { labels: { ...labels, ...ofPlugin } },
        spec: { serviceAccountName: 'kubevirt-csi-node' },
      },
    },
  });
  expect(plugin.dependsOn).toEqual([
    'network',
    'storage-account',
    'storage-cluster-role-binding',
    'storage-driver',
  ]);
});

// Proves: volumes.controller-outside
test('the account of the driver is bound to its rights by one binding', async () => {
  const recording = await record();
  const role = named(recording, 'storage-cluster-role');
  expect(role.inputs.metadata).toEqual(metadata('strata-kubevirt-csi-node'));
  expect(role.inputs.rules).toEqual([{ apiGroups: [''], resources: ['nodes'], verbs: ['get'] }]);
  const binding = named(recording, 'storage-cluster-role-binding');
  expect(binding.inputs).toEqual({
    apiVersion: 'rbac.authorization.k8s.io/v1',
    kind: 'ClusterRoleBinding',
    metadata: metadata('strata-kubevirt-csi-node'),
    roleRef: {
      apiGroup: 'rbac.authorization.k8s.io',
      kind: 'ClusterRole',
      name: 'strata-kubevirt-csi-node',
    },
    subjects: [{ kind: 'ServiceAccount', name: 'kubevirt-csi-node', namespace: 'strata-system' }],
  });
  expect(binding.dependsOn).toEqual(['storage-cluster-role']);
});

// Proves: volumes.snapshots, volumes.chosen-classes
test('classes come after the driver; snapshots have those whose class in the infra cluster is known', async () => {
  const recording = await record({
    storage: {
      snapshots: true,
      classes: [
        { name: 'fast', infraClass: 'fast', default: true, snapshotClass: 'rbd' },
        { name: 'kept', infraClass: 'fast', snapshotClass: 'rbd' },
        { name: 'small', infraClass: 'small' },
      ],
    },
  });
  const classes = recording.resources.filter(({ name }) => name.includes('-class-'));
  expect(classes.map(({ name, dependsOn }) => [name, dependsOn]).toSorted()).toEqual(
    ['class-fast', 'class-kept', 'class-small', 'snapshot-class-fast', 'snapshot-class-kept'].map(
      (name) => [`storage-${name}`, ['storage-driver']],
    ),
  );
  expect(named(recording, 'storage-class-fast').inputs.metadata).toEqual(
    metadata('fast', isDefault('storageclass.kubernetes.io')),
  );
  expect(named(recording, 'storage-class-kept').inputs.metadata).toEqual(metadata('kept'));
  expect(named(recording, 'storage-snapshot-class-fast').inputs).toEqual({
    apiVersion: 'snapshot.storage.k8s.io/v1',
    kind: 'VolumeSnapshotClass',
    metadata: metadata('fast', isDefault('snapshot.storage.kubernetes.io')),
    driver: 'csi.kubevirt.io',
    deletionPolicy: 'Delete',
    parameters: { infraSnapshotClassName: 'rbd' },
  });
  expect(named(recording, 'storage-snapshot-class-kept').inputs.metadata).toEqual(metadata('kept'));
});

test('a class is made anew where a field changes that Kubernetes never changes', async () => {
  const one = {
    name: 'slow',
    infraClass: 'small',
    reclaimPolicy: 'Retain',
    fsType: 'xfs',
    volumeBindingMode: 'WaitForFirstConsumer',
  };
  const made = named(await record({ storage: { classes: [one] } }), 'storage-class-slow');
  expect(made).toMatchObject({
    replaceOnChanges: ['reclaimPolicy', 'volumeBindingMode'],
    deleteBeforeReplace: true,
  });
  expect(made.inputs).toEqual({
    apiVersion: 'storage.k8s.io/v1',
    kind: 'StorageClass',
    metadata: metadata('slow'),
    provisioner: 'csi.kubevirt.io',
    parameters: {
      infraStorageClassName: 'small',
      bus: 'scsi',
      'csi.storage.k8s.io/fstype': 'xfs',
    },
    reclaimPolicy: 'Retain',
    volumeBindingMode: 'WaitForFirstConsumer',
    allowVolumeExpansion: false,
  });
});

// Proves: volumes.snapshots
test('a class that names snapshots for backups alone has none inside', async () => {
  const classes = [{ name: 'fast', infraClass: 'fast', snapshotClass: 'rbd' }];
  const recording = await record({ storage: { classes } });
  const kind = 'kubernetes:snapshot.storage.k8s.io/v1:VolumeSnapshotClass';
  expect(ofType(recording, kind)).toEqual([]);
});

test('a state of an earlier version has these objects in a component of their own', async () => {
  const recording = await record();
  expect(byFormerParent(recording)).toEqual({
    'strata:user-cluster:StorageInside::storage': recording.resources
      .map(({ name }) => name)
      .filter((name) => name !== 'network')
      .toSorted(),
  });
});
