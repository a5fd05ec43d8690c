// SPDX-License-Identifier: Apache-2.0
import { inspectConfig } from '@strata/contracts';
import { userClusterConfig, withRunningPools } from '@strata/user-cluster/config';
import type { EnvironmentFiles, Place } from './address-plan/index.ts';
import { rawStackConfig } from './raw-stack-config.ts';

/** VMs of a user cluster that have one size, and the place in a file that names it. */
export interface SizedGroup extends Place {
  readonly cluster: string;
  readonly instancetype: string;
  readonly replicas: number;
}

/**
 * Returns the groups of VMs of all user clusters of an environment that name a size. Pools of a hibernated
 * cluster have no VMs.
 */
export function sizedGroups({ clusters, name }: EnvironmentFiles): SizedGroup[] {
  return clusters.flatMap(({ file, placeOf, ...cluster }) => {
    const raw = rawStackConfig('user-cluster', `${name}.${cluster.name}`, cluster);
    const { controlPlane, pools = [] } = withRunningPools(
      inspectConfig(userClusterConfig, raw).valid,
    );
    const groups = [
      { key: 'controlPlane', path: 'controlPlane', machine: controlPlane },
      ...pools.map((machine, index) => ({ key: 'pools', path: `pools[${index}]`, machine })),
    ];
    return groups.flatMap(({ key, machine, path }) =>
      machine?.instancetype === undefined
        ? []
        : [
            {
              cluster: cluster.name,
              file: placeOf?.([key])?.file ?? file,
              path: `config.user-cluster:${path}.instancetype`,
              instancetype: machine.instancetype,
              replicas: machine.replicas,
            },
          ],
    );
  });
}
