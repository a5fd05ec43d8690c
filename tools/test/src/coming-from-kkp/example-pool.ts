// SPDX-License-Identifier: Apache-2.0
import type { Arrival, Place } from './pair.ts';

/** Returns the place of a key of the example's user cluster. */
export const clusterKey = (key: string, value: unknown): Place => ({
  stack: 'cluster',
  key,
  value,
});

/** Returns the place of a field of an object that the example's user cluster makes. */
export const becomes = (object: string, path: string, value: unknown): Arrival => ({
  stack: 'cluster',
  object,
  path,
  value,
});

/** Name of the first pool, which is the MachineDeployment of KKP's proposal. */
export const poolName = 'fervent-payne-worker-q5bwjq';

/** Returns the place of a key of the first pool. */
export const poolKey = (key: string, value: unknown) => clusterKey(`pools[0].${key}`, value);

/** KubeVirt object of the first pool. */
export const poolObject = `VirtualMachinePool ${poolName}`;

/** Start-up data of the VMs of the first pool. */
export const poolStart = `CloudConfig ${poolName}`;
