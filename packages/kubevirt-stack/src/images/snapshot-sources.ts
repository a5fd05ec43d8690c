// SPDX-License-Identifier: Apache-2.0
import type { StorageClassFacts } from '../cluster/cluster-facts.ts';

interface SnapshotSource {
  readonly provisioner: string;
  /** Parameters of the StorageClass that must all match; a missing one counts as `''`. */
  readonly parameters?: Readonly<Record<string, RegExp>>;
}

/**
 * Storage on which CDI keeps imported images as snapshots, because those are quicker to copy.
 *
 * @see https://github.com/kubevirt/containerized-data-importer/blob/v1.65.0/pkg/storagecapabilities/storagecapabilities.go (SourceFormatsByProvisionerKey, storageClassToProvisionerKeyMapper)
 */
const snapshotSources: readonly SnapshotSource[] = [
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

/**
 * Returns whether CDI keeps images on a StorageClass as snapshots where its StorageProfile does not say
 * how. Where the parameters are not known, the usual storage of the provisioner is assumed.
 */
export function keepsSnapshots({
  parameters: own,
  provisioner,
}: Pick<StorageClassFacts, 'provisioner' | 'parameters'>): boolean {
  return snapshotSources.some(
    ({ parameters = {}, provisioner: known }) =>
      known === provisioner &&
      (own === undefined ||
        Object.entries(parameters).every(([name, matches]) => matches.test(own[name] ?? ''))),
  );
}
