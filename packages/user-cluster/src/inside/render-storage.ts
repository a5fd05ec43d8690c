// SPDX-License-Identifier: Apache-2.0
import { driverName } from '../storage/index.ts';
import type { StorageClassPlan } from '../storage/index.ts';

const defaultClass = 'storageclass.kubernetes.io/is-default-class';
const defaultSnapshotClass = 'snapshot.storage.kubernetes.io/is-default-class';

/**
 * Bus of plugged disks. The driver finds a plugged disk by its serial number, the whole UID of its
 * DataVolume; a virtio disk shows no more than 20 characters of it, and a VM has no more than three
 * ports to plug one in.
 *
 * @see https://kubevirt.io/user-guide/storage/hotplug_volumes/
 */
const bus = 'scsi';

/** Facts about the driver that Kubernetes needs. @see https://kubernetes-csi.github.io/docs/csi-driver-object.html */
export const csiDriver = {
  attachRequired: true,
  podInfoOnMount: true,
  fsGroupPolicy: 'ReadWriteOnceWithFSType',
};

/** Renders a StorageClass without its metadata. @see https://github.com/kubevirt/csi-driver#storageclass */
export function renderStorageClass(one: StorageClassPlan) {
  return {
    provisioner: driverName,
    parameters: {
      infraStorageClassName: one.infraClass,
      bus,
      'csi.storage.k8s.io/fstype': one.fsType,
    },
    reclaimPolicy: one.reclaimPolicy,
    volumeBindingMode: one.volumeBindingMode,
    allowVolumeExpansion: one.expansion,
  };
}

/** Returns the annotations of a default class: claims that name no class get it. */
export function defaultAnnotations(one: StorageClassPlan): {
  readonly storageClass: Record<string, string>;
  readonly snapshotClass: Record<string, string>;
} {
  return {
    storageClass: one.default ? { [defaultClass]: 'true' } : {},
    snapshotClass: one.default ? { [defaultSnapshotClass]: 'true' } : {},
  };
}

/** Renders a VolumeSnapshotClass without its metadata. */
export function renderSnapshotClass(infraSnapshotClassName: string) {
  return { driver: driverName, deletionPolicy: 'Delete', parameters: { infraSnapshotClassName } };
}
