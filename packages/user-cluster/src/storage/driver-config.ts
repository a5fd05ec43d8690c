// SPDX-License-Identifier: Apache-2.0
import { labelKeys } from '@strata/contracts';
import type { ClusterContext } from '../cluster-context.ts';
import { storageClasses } from './storage-classes.ts';

const unique = (names: readonly string[]) => [...new Set(names)].sort();

/**
 * What of the infra cluster's storage the user cluster may have: the classes of its own
 * StorageClasses, and nothing else, not even the default class. Whoever owns the user cluster can
 * make further StorageClasses, but no volumes of other classes.
 *
 * It is YAML to the driver, and JSON is YAML. The driver takes a key that is left out for `false`,
 * and a file that is left out for `allowAll`.
 *
 * @see https://github.com/kubevirt/csi-driver/blob/main/docs/snapshot-driver-config.md
 */
function enforcement(context: Pick<ClusterContext, 'config' | 'platform'>): string {
  const classes = storageClasses(context);
  const mapped = classes.filter(({ snapshotClass }) => snapshotClass !== undefined);
  return JSON.stringify({
    allowAll: false,
    // It would also leave the choice of snapshot classes to the infra cluster's default.
    allowDefault: false,
    allowList: unique(classes.map(({ infraClass }) => infraClass)),
    storageSnapshotMapping: unique(mapped.map(({ infraClass }) => infraClass)).map(
      (infraClass) => ({
        storageClasses: [infraClass],
        volumeSnapshotClasses: unique(
          mapped.flatMap((one) => (one.infraClass === infraClass ? [one.snapshotClass ?? ''] : [])),
        ),
      }),
    ),
  });
}

/** The driver's settings, by key of its ConfigMap. */
export function renderDriverConfig(
  context: Pick<ClusterContext, 'cluster' | 'namespace' | 'config' | 'platform'>,
) {
  return {
    infraClusterNamespace: context.namespace,
    // What it makes carries this label, and it touches nothing that does not.
    infraClusterLabels: `${labelKeys.clusterName}=${context.cluster}`,
    infraStorageClassEnforcement: enforcement(context),
  };
}
