// SPDX-License-Identifier: Apache-2.0
import type { ClusterRole } from '@strata/contracts';
import type { MachineConfig, UserClusterConfig } from '../config/index.ts';
import { etcdDiskName } from '../update/etcd-disks.ts';
import type { EtcdDisk } from '../update/etcd-disks.ts';
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
  /** Kinds of disks that outlive a VM, see {@link MobilityContext.persistentDisks}; a VM has one of them. */
  readonly persistentDisks: NonNullable<MobilityContext['persistentDisks']>;
}

/**
 * Returns the kinds of disks of etcd: those that the members have, which stay as they were made, and one as
 * configured where a disk is still to be made.
 */
function etcdDisksOf(
  { etcdDisk, replicas }: UserClusterConfig['controlPlane'],
  existing: readonly EtcdDisk[],
): MachineGroup['persistentDisks'] {
  const names = Array.from({ length: replicas }, (_, index) =>
    etcdDiskName(`${controlPlaneGroup}-${index}`),
  );
  const found = existing.filter(({ name }) => names.includes(name));
  const kinds = new Map(
    found.map(({ accessModes, className, volumeMode }) => {
      const kind = { className, volumeMode, ...(accessModes !== undefined && { accessModes }) };
      return [JSON.stringify(kind), { name: 'etcd', ...kind }];
    }),
  );
  const isComplete = found.length === replicas;
  return [
    ...kinds.values(),
    ...(isComplete ? [] : [{ name: 'etcd', className: etcdDisk.className }]),
  ];
}

/**
 * Returns all groups of VMs of a cluster whose configuration may be incomplete.
 *
 * @param etcdDisks - disks of etcd that exist. Default: none.
 */
export function allMachines(
  { controlPlane, pools = [] }: Partial<Pick<UserClusterConfig, 'controlPlane' | 'pools'>>,
  etcdDisks: readonly EtcdDisk[] = [],
): MachineGroup[] {
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
            persistentDisks: etcdDisksOf(controlPlane, etcdDisks),
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
