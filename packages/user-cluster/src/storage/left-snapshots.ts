// SPDX-License-Identifier: Apache-2.0
import { clusterNamespace } from '@strata/contracts';
import type { Problem } from '@strata/contracts';
import type { CheckContext } from '../checks/check-context.ts';

/**
 * Reports snapshots that nothing could delete without the snapshot controller: their finalizers would
 * keep them, their volumes and the cluster's own deletion waiting.
 */
export function leftSnapshots({ cluster, config, running }: CheckContext): Problem[] {
  const number = running?.volumeSnapshots ?? 0;
  if (number === 0 || config.storage?.snapshots !== false) return [];
  const namespace = clusterNamespace(cluster);
  const message =
    `snapshots of this cluster: ${number}, which nothing could delete any more; first delete all ` +
    `VolumeSnapshots in the user cluster, then those with its label that are left in ${namespace} of ` +
    'the infra cluster';
  return [{ path: ['storage', 'snapshots'], message }];
}
