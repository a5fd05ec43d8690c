// SPDX-License-Identifier: Apache-2.0
import type { CreatedVolume } from './infra-storage.ts';
import { binaryQuantity } from './quantity.ts';
import { driverName, type Claim, type StorageClass } from './storage-objects.ts';

/** On every volume: who made it, and so who removes it. */
export const provisionedBy = 'pv.kubernetes.io/provisioned-by';

/** Keeps a volume from going before its DataVolume does. */
export const provisionerFinalizer = 'external-provisioner.volume.kubernetes.io/finalizer';

/** File system of volumes whose class names none: `--default-fstype` of KubeOne's provisioner. */
const defaultFileSystem = 'ext4';

/** Name of a claim's volume: the provisioner's prefix, which the driver expects, and the uid. */
export function volumeName({ metadata }: Claim): string {
  return `pvc-${metadata.uid}`;
}

/**
 * The tenant's PersistentVolume for a volume that the driver made.
 *
 * @param identity - Of this run of the provisioner.
 * @see https://github.com/kubernetes-csi/external-provisioner/blob/master/pkg/controller/controller.go
 */
export function renderVolume(
  claim: Claim,
  storageClass: StorageClass,
  created: CreatedVolume,
  bytes: number,
  identity: string,
): object {
  const { metadata, spec } = claim;
  const isBlock = spec.volumeMode === 'Block';
  const reclaimPolicy = storageClass.reclaimPolicy ?? 'Delete';
  const fsType = storageClass.parameters?.['csi.storage.k8s.io/fstype'] ?? defaultFileSystem;
  return {
    apiVersion: 'v1',
    kind: 'PersistentVolume',
    metadata: {
      name: volumeName(claim),
      annotations: {
        [provisionedBy]: driverName,
        'volume.kubernetes.io/provisioner-deletion-secret-name': '',
        'volume.kubernetes.io/provisioner-deletion-secret-namespace': '',
      },
      ...(reclaimPolicy === 'Delete' && { finalizers: [provisionerFinalizer] }),
    },
    spec: {
      accessModes: spec.accessModes ?? [],
      capacity: { storage: binaryQuantity(bytes) },
      claimRef: {
        ...{ apiVersion: 'v1', kind: 'PersistentVolumeClaim', name: metadata.name },
        ...{ namespace: metadata.namespace, uid: metadata.uid },
        resourceVersion: metadata.resourceVersion,
      },
      csi: {
        driver: driverName,
        ...(!isBlock && { fsType }),
        volumeAttributes: {
          ...created.context,
          'storage.kubernetes.io/csiProvisionerIdentity': identity,
        },
        volumeHandle: created.id,
      },
      ...((storageClass.mountOptions?.length ?? 0) > 0 && {
        mountOptions: storageClass.mountOptions,
      }),
      persistentVolumeReclaimPolicy: reclaimPolicy,
      storageClassName: storageClass.metadata.name,
      volumeMode: spec.volumeMode ?? 'Filesystem',
    },
  };
}
