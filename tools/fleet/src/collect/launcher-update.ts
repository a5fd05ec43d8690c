// SPDX-License-Identifier: Apache-2.0
import type { KubevirtStackConfig } from '@strata/kubevirt-stack/config';
import type { LauncherUpdate } from '../model.ts';

/**
 * KubeVirt's own defaults.
 *
 * @see https://kubevirt.io/user-guide/cluster_admin/updating_and_deletion/
 */
const defaults = { batch: 10, interval: '1m' } as const;

/** Returns how the machines of a platform come to the launcher of a new KubeVirt. */
export function launcherUpdate({
  kubevirt,
}: Pick<KubevirtStackConfig, 'kubevirt'>): LauncherUpdate {
  const { batchEvictionInterval, batchEvictionSize, workloadUpdateMethods } =
    kubevirt.workloadUpdateStrategy;
  const evicts = workloadUpdateMethods.includes('Evict');
  const moves = workloadUpdateMethods.includes('LiveMigrate') ? 'migration' : 'nobody';
  const by = evicts ? (moves === 'migration' ? 'both' : 'eviction') : moves;
  return {
    by,
    batch: batchEvictionSize ?? defaults.batch,
    interval: batchEvictionInterval ?? defaults.interval,
  };
}
