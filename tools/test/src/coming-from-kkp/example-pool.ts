// SPDX-License-Identifier: Apache-2.0
import type { Arrival, Place } from './pair.ts';

/** A key of the example's user cluster. */
export const clusterKey = (key: string, value: unknown): Place => ({
  ...{ stack: 'cluster', key, value },
});

/** A field of an object that the example's user cluster makes. */
export const becomes = (object: string, path: string, value: unknown): Arrival => ({
  ...{ stack: 'cluster', object, path, value },
});

/** The first pool, which is the MachineDeployment of KKP's proposal. */
export const poolName = 'fervent-payne-worker-q5bwjq';

/** A key of the first pool. */
export const poolKey = (key: string, value: unknown) => clusterKey(`pools[0].${key}`, value);

/** What the first pool is for KubeVirt. */
export const poolObject = `VirtualMachinePool ${poolName}`;

/** What the machines of the first pool start with. */
export const poolStart = `CloudConfig ${poolName}`;
