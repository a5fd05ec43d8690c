// SPDX-License-Identifier: Apache-2.0
import type { StorageClassFacts } from '../cluster/cluster-facts.ts';
import { isOfStorage } from './known-storage.ts';
import type { KnownStorage } from './known-storage.ts';

/**
 * Storage on which CDI keeps imported images as snapshots, because those are quicker to copy.
 *
 * @see https://github.com/kubevirt/containerized-data-importer/blob/v1.65.0/pkg/storagecapabilities/storagecapabilities.go (SourceFormatsByProvisionerKey, storageClassToProvisionerKeyMapper)
 */
const snapshotSources: readonly KnownStorage[] = [
  { provisioner: 'rook-ceph.rbd.csi.ceph.com' },
  { provisioner: 'openshift-storage.rbd.csi.ceph.com' },
  { provisioner: 'csi.trident.netapp.io', parameters: { backendType: /^ontap-(nas|san)/ } },
  {
    provisioner: 'csi.trident.netapp.io',
    parameters: {
      backendType: /^google-cloud-netapp-volumes$/,
      selector: /(^|[;,]\s*)performance=flex(\s*[;,]|$)/,
    },
  },
  { provisioner: 'pd.csi.storage.gke.io' },
];

/** Returns whether CDI keeps images on a StorageClass as snapshots where its StorageProfile does not say how. */
export function keepsSnapshots(
  storageClass: Pick<StorageClassFacts, 'provisioner' | 'parameters'>,
): boolean {
  return snapshotSources.some((known) => isOfStorage(storageClass, known));
}
