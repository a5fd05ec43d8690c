// SPDX-License-Identifier: Apache-2.0
import { suggestion } from '@strata/contracts';
import type { Problem } from '@strata/contracts';
import type { ClusterFacts } from '../cluster/cluster-facts.ts';
import { snapshotClassesOf } from '../cluster/snapshot-classes.ts';
import { keepsSnapshots } from './snapshot-sources.ts';
import type { StorageProfile } from './storage-profile-patch.ts';

/** Reports an error for two profiles of one StorageClass: both would patch the same object. */
function checkRepeated(profiles: readonly StorageProfile[]): Problem[] {
  const names = profiles.map(({ storageClass }) => storageClass);
  return names.flatMap((name, index) =>
    names.indexOf(name) === index
      ? []
      : [
          {
            path: ['storageProfiles', index, 'storageClass'],
            message: `"${name}" has a profile already; put everything about it into one`,
          },
        ],
  );
}

/** Returns the options of a profile that need a snapshot of a volume. */
function snapshotOptions(profile: StorageProfile) {
  return (['cloneStrategy', 'dataImportCronSourceFormat'] as const).filter(
    (key) => profile[key] === 'snapshot',
  );
}

function checkSnapshots(profiles: readonly StorageProfile[], cluster: ClusterFacts): Problem[] {
  return profiles.flatMap((profile, index) => {
    const own = cluster.storageClasses.find(({ name }) => name === profile.storageClass);
    if (own === undefined || snapshotClassesOf(cluster, own.provisioner).length > 0) return [];
    return snapshotOptions(profile).map((key) => ({
      path: ['storageProfiles', index, key],
      message: `no VolumeSnapshotClass has the driver ${own.provisioner} of StorageClass "${own.name}"; make one, or choose another`,
    }));
  });
}

/** Reports an error for a VolumeSnapshotClass that is not there, or belongs to another driver. */
function checkSnapshotClasses(
  profiles: readonly StorageProfile[],
  cluster: ClusterFacts,
): Problem[] {
  return profiles.flatMap(({ storageClass, snapshotClass }, index) => {
    const own = cluster.storageClasses.find(({ name }) => name === storageClass);
    if (own === undefined || snapshotClass === undefined) return [];
    const known = snapshotClassesOf(cluster, own.provisioner);
    if (known.includes(snapshotClass)) return [];
    const fix =
      known.length === 0 ? 'make it, or remove snapshotClass' : suggestion(snapshotClass, known);
    return [
      {
        path: ['storageProfiles', index, 'snapshotClass'],
        message: `the driver ${own.provisioner} of StorageClass "${own.name}" has no VolumeSnapshotClass "${snapshotClass}"; ${fix}`,
      },
    ];
  });
}

/** Returns whether CDI may keep the images on a StorageClass as snapshots though no option says so. */
function mayKeepSnapshots(
  { storageClass, dataImportCronSourceFormat }: StorageProfile,
  cluster: ClusterFacts | undefined,
): boolean {
  if (dataImportCronSourceFormat !== undefined) return false;
  const own = cluster?.storageClasses.find(({ name }) => name === storageClass);
  return own === undefined || keepsSnapshots(own);
}

/**
 * Reports an error for a snapshot class without effect: CDI ignores it if nothing takes snapshots.
 */
function checkIdleSnapshotClass(
  profiles: readonly StorageProfile[],
  cluster: ClusterFacts | undefined,
): Problem[] {
  return profiles.flatMap((profile, index) =>
    profile.snapshotClass === undefined ||
    profile.cloneStrategy === undefined ||
    snapshotOptions(profile).length > 0 ||
    mayKeepSnapshots(profile, cluster)
      ? []
      : [
          {
            path: ['storageProfiles', index, 'snapshotClass'],
            message: `has no effect while cloneStrategy is ${profile.cloneStrategy}; remove it, or choose snapshot`,
          },
        ],
  );
}

/** Checks `storageProfiles`, except for the names of StorageClasses. */
export function checkStorageProfiles(
  profiles: readonly StorageProfile[],
  cluster: ClusterFacts | undefined,
): Problem[] {
  return [
    ...checkRepeated(profiles),
    ...(cluster === undefined
      ? []
      : [...checkSnapshots(profiles, cluster), ...checkSnapshotClasses(profiles, cluster)]),
    ...checkIdleSnapshotClass(profiles, cluster),
  ];
}
