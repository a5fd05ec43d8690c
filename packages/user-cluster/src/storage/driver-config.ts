// SPDX-License-Identifier: Apache-2.0
import { labelKeys } from '@strata/contracts';
import type { ClusterContext } from '../cluster-context.ts';
import { storageClasses } from './storage-classes.ts';

const unique = (names: readonly string[]) => [...new Set(names)].sort();

/**
 * Returns which storage of the infra cluster the user cluster may use: the classes behind its own
 * StorageClasses and nothing else, not even the default class. The owner of the user cluster can make
 * further StorageClasses, but no volumes of other classes.
 *
 * The driver reads YAML, and all JSON is YAML. It takes a missing key for `false`, and a missing file
 * for `allowAll`.
 *
 * @see https://github.com/kubevirt/csi-driver/blob/main/docs/snapshot-driver-config.md
 */
function enforcement(context: Pick<ClusterContext, 'config' | 'platform'>): string {
  const classes = storageClasses(context);
  // A class may name one for backups alone.
  const mapped = context.config.storage.snapshots
    ? classes.flatMap(({ infraClass, snapshotClass }) =>
        snapshotClass === undefined ? [] : [{ infraClass, snapshotClass }],
      )
    : [];
  return JSON.stringify({
    allowAll: false,
    // It would also leave the choice of snapshot classes to the infra cluster's default.
    allowDefault: false,
    allowList: unique(classes.map(({ infraClass }) => infraClass)),
    storageSnapshotMapping: unique(mapped.map(({ infraClass }) => infraClass)).map(
      (infraClass) => ({
        storageClasses: [infraClass],
        volumeSnapshotClasses: unique(
          mapped
            .filter((one) => one.infraClass === infraClass)
            .map(({ snapshotClass }) => snapshotClass),
        ),
      }),
    ),
  });
}

/** Returns the driver's settings, by key of its ConfigMap. */
export function renderDriverConfig(
  context: Pick<ClusterContext, 'cluster' | 'namespace' | 'config' | 'platform'>,
) {
  return {
    infraClusterNamespace: context.namespace,
    // Objects that it makes have this label, and it touches no object without it.
    infraClusterLabels: `${labelKeys.clusterName}=${context.cluster}`,
    infraStorageClassEnforcement: enforcement(context),
  };
}
