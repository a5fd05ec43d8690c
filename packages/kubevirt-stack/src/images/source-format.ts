// SPDX-License-Identifier: Apache-2.0
import type { ClusterFacts } from '../cluster/cluster-facts.ts';
import { snapshotClassesOf } from '../cluster/snapshot-classes.ts';
import { keepsSnapshots } from './snapshot-sources.ts';

/** As what CDI keeps a container disk that it has imported. */
export type SourceFormat = 'pvc' | 'snapshot';

interface Profile {
  readonly storageClass: string;
  readonly dataImportCronSourceFormat?: SourceFormat | undefined;
}

/** Returns as what CDI keeps container disks on a StorageClass; a volume where it is not known. */
export function sourceFormat(
  className: string | undefined,
  cluster: Pick<ClusterFacts, 'storageClasses' | 'snapshotClasses'>,
  profiles: readonly Profile[],
): SourceFormat {
  const found = cluster.storageClasses.find(({ name }) => name === className);
  if (found === undefined || snapshotClassesOf(cluster, found.provisioner).length === 0)
    return 'pvc';
  return (
    profiles.find(({ storageClass }) => storageClass === className)?.dataImportCronSourceFormat ??
    (keepsSnapshots(found) ? 'snapshot' : 'pvc')
  );
}
