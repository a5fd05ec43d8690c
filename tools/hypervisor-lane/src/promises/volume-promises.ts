// SPDX-License-Identifier: Apache-2.0
import type { FieldPromise } from './promise.ts';

const provisioner = 'external-provisioner pkg/controller/controller.go';
const snapshotter = 'external-snapshotter pkg/sidecar-controller/snapshot_controller.go';

const provisioned = {
  kind: 'persistentvolumes',
  where: {
    'metadata.annotations["pv.kubernetes.io/provisioned-by"]': '.',
    'spec.csi.driver': '.',
    'status.phase': '^Bound$',
    // Provisioners can have another --volume-name-prefix.
    'metadata.name': '^pvc-',
  },
};
const taken = { kind: 'volumesnapshotcontents', where: { 'status.readyToUse': '^true$' } };
const grown = {
  kind: 'persistentvolumeclaims',
  where: { 'status.allocatedResources.storage': '.', 'status.phase': '^Bound$' },
  // It still grows, or cannot.
  without: { 'status.allocatedResourceStatuses.storage': '.' },
};

/** Volumes, snapshots and images. */
export const volumePromises: readonly FieldPromise[] = [
  {
    played: ['hardware/storage.ts'],
    upstream:
      'sig-storage-lib-external-provisioner controller/controller.go annDynamicallyProvisioned',
    of: provisioned,
    field: 'spec.csi.driver',
    must: { is: '{metadata.annotations["pv.kubernetes.io/provisioned-by"]}' },
  },
  {
    played: ['hardware/storage-objects.ts'],
    upstream: `${provisioner} makeVolumeName`,
    of: provisioned,
    field: 'metadata.name',
    must: { matches: '^pvc-[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' },
  },
  {
    played: ['hardware/storage.ts', 'hardware/storage-objects.ts'],
    upstream: `${provisioner} StorageClass`,
    of: provisioned,
    field: 'spec.storageClassName',
    must: { among: { kind: 'storageclasses', field: 'metadata.name' } },
  },
  {
    played: ['hardware/storage.ts', 'guest/kubelet/volume-growth.ts'],
    upstream:
      'external-resizer pkg/controller/expand_and_recover.go markOverallExpansionAsFinished',
    of: grown,
    field: 'status.capacity.storage',
    must: { is: '{status.allocatedResources.storage}' },
  },
  {
    played: ['hardware/snapshots.ts'],
    upstream: `${snapshotter} SnapshotHandle`,
    of: taken,
    field: 'status.snapshotHandle',
    must: { matches: '.' },
  },
  {
    played: ['hardware/snapshots.ts'],
    upstream: `${snapshotter} CreationTime`,
    of: taken,
    field: 'status.creationTime',
    must: { matches: String.raw`^\d{19}$` },
  },
  {
    played: ['hardware/image-registry.ts'],
    upstream:
      'containerized-data-importer pkg/controller/dataimportcron-controller.go AnnSourceDesiredDigest',
    of: {
      kind: 'dataimportcrons',
      where: { 'spec.template.spec.source.registry.url': '^docker://' },
    },
    field: 'metadata.annotations["cdi.kubevirt.io/storage.import.sourceDesiredDigest"]',
    must: { matches: '^sha256:[0-9a-f]{64}$' },
  },
];
