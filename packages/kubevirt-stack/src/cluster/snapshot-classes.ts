// SPDX-License-Identifier: Apache-2.0
import type { ClusterFacts } from './cluster-facts.ts';

/**
 * Returns the names of the VolumeSnapshotClasses of a driver: they take snapshots of its volumes. The facts
 * of a file repeat a class for each StorageClass of the driver.
 */
export function snapshotClassesOf(
  { snapshotClasses }: Pick<ClusterFacts, 'snapshotClasses'>,
  driver: string,
): string[] {
  const own = snapshotClasses.filter((one) => one.driver === driver);
  return [...new Set(own.map(({ name }) => name))];
}
