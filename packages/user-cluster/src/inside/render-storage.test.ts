// SPDX-License-Identifier: Apache-2.0
import type { StorageClassPlan } from '../storage/index.ts';
import {
  csiDriver,
  defaultAnnotations,
  renderSnapshotClass,
  renderStorageClass,
} from './render-storage.ts';

const plan: StorageClassPlan = {
  name: 'slow',
  infraClass: 'small',
  default: false,
  fsType: 'xfs',
  reclaimPolicy: 'Retain',
  volumeBindingMode: 'WaitForFirstConsumer',
  expansion: false,
  snapshotClass: undefined,
};

test('Kubernetes attaches volumes, tells the driver of pods, and changes the group of files in volumes of one node', () => {
  expect(csiDriver).toEqual({
    attachRequired: true,
    podInfoOnMount: true,
    fsGroupPolicy: 'ReadWriteOnceWithFSType',
  });
});

test('a class makes plugged SCSI disks in its class of the infra cluster, as the plan has it', () => {
  expect(renderStorageClass(plan)).toEqual({
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

test('the default is one of volumes and of snapshots alike, and no other is', () => {
  expect(defaultAnnotations(plan)).toEqual({ storageClass: {}, snapshotClass: {} });
  expect(defaultAnnotations({ ...plan, default: true })).toEqual({
    storageClass: { 'storageclass.kubernetes.io/is-default-class': 'true' },
    snapshotClass: { 'snapshot.storage.kubernetes.io/is-default-class': 'true' },
  });
});

test('a snapshot goes with its object, and is made in the class of the infra cluster', () => {
  expect(renderSnapshotClass('rbd')).toEqual({
    driver: 'csi.kubevirt.io',
    deletionPolicy: 'Delete',
    parameters: { infraSnapshotClassName: 'rbd' },
  });
});
