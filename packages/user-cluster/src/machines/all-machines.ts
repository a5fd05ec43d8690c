// SPDX-License-Identifier: Apache-2.0
import type { ClusterRole, MachineConfig, UserClusterConfig } from '@strata/contracts';
import type { MobilityContext } from './machine-mobility.ts';

/** What control-plane machines are called before their number: pools cannot have it. */
export const controlPlaneGroup = 'cp';

/** One kind of machine of a cluster, and where its configuration says so. */
export interface MachineGroup {
  readonly path: readonly (string | number)[];
  /** For messages. */
  readonly title: string;
  readonly role: ClusterRole;
  readonly group: string;
  readonly machine: MachineConfig;
  readonly replicas: number;
  /** How many of them drains of hosts may take away at a time: at least 1, see renderBudget. */
  readonly maxUnavailable: number;
  /** See {@link MobilityContext.persistentDisks}. */
  readonly persistentDisks: NonNullable<MobilityContext['persistentDisks']>;
}

/** All kinds of machines of a cluster whose configuration may be incomplete. */
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

/**
 * Whether a cluster has machines with files of hosts: Pod Security of the level `baseline` refuses
 * their pods, so its namespace needs `privileged`.
 *
 * @see https://kubernetes.io/docs/concepts/security/pod-security-standards/#baseline
 */
export function usesHostFiles(config: Pick<UserClusterConfig, 'controlPlane' | 'pools'>): boolean {
  return allMachines(config).some(({ machine }) =>
    machine.disks.some(({ kind }) => kind === 'host'),
  );
}
