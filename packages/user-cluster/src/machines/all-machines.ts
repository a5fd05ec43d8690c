// SPDX-License-Identifier: Apache-2.0
import type { ClusterRole } from '@strata/contracts';
import type { MachineConfig, UserClusterConfig } from '../config/index.ts';
import type { MobilityContext } from './machine-mobility.ts';

/** Name of control-plane VMs before their number; pools cannot have it. */
export const controlPlaneGroup = 'cp';

/** A group of equal VMs of a cluster, and the path of its configuration. */
export interface MachineGroup {
  readonly path: readonly (string | number)[];
  /** Name of the group in messages. */
  readonly title: string;
  readonly role: ClusterRole;
  readonly group: string;
  readonly machine: MachineConfig;
  readonly replicas: number;
  /** How many of the VMs drains of hosts may take away at a time: at least 1, see renderBudget. */
  readonly maxUnavailable: number;
  /** See {@link MobilityContext.persistentDisks}. */
  readonly persistentDisks: NonNullable<MobilityContext['persistentDisks']>;
}

/** Returns all groups of VMs of a cluster whose configuration may be incomplete. */
export function allMachines({
  controlPlane,
  pools = [],
}: Partial<Pick<UserClusterConfig, 'controlPlane' | 'pools'>>): MachineGroup[] {
  return [
    ...(controlPlane === undefined
      ? []
      : [
          {
            path: ['controlPlane'],
            title: 'the control plane',
            role: 'control-plane' as const,
            group: controlPlaneGroup,
            machine: controlPlane,
            replicas: controlPlane.replicas,
            maxUnavailable: 1,
            persistentDisks: [{ name: 'etcd', className: controlPlane.etcdDisk.className }],
          },
        ]),
    ...pools.map((pool, index) => ({
      path: ['pools', index],
      title: `pool "${pool.name}"`,
      role: 'worker' as const,
      group: pool.name,
      machine: pool,
      replicas: pool.replicas,
      maxUnavailable: Math.max(1, pool.maxUnavailable),
      persistentDisks: [],
    })),
  ];
}
