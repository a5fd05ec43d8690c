// SPDX-License-Identifier: Apache-2.0
import { field, objectName, oneOf, trueOrFalse, wholeNumber } from '@strata/contracts/fields';
import { z } from 'zod';
import { byteQuantity } from './kubevirt-scalars.ts';

/**
 * Limits of live migrations; a missing one keeps KubeVirt's default. There is no option to switch
 * the encryption of migrations off: they carry the memory of guests.
 *
 * @see https://kubevirt.io/user-guide/compute/live_migration/
 * @example
 * migrations:
 *   bandwidthPerMigration: 512Mi
 */
export const migrations = field(
  z.strictObject({
    /** Migrations at the same time, in the whole cluster. @default 5 */
    parallelMigrationsPerCluster: wholeNumber(1).optional(),
    /** Migrations at the same time, away from one node. @default 2 */
    parallelOutboundMigrationsPerNode: wholeNumber(1).optional(),
    /** Bytes per second, such as `64Mi`. @default unlimited */
    bandwidthPerMigration: byteQuantity().optional(),
    /** Seconds for each GB (10^9 bytes) of memory and disk before a migration is aborted. @default 150 */
    completionTimeoutPerGiB: wholeNumber(1).optional(),
    /** Seconds without any progress before a migration is aborted. @default 150 */
    progressTimeout: wholeNumber(1).optional(),
    /**
     * Whether a guest is slowed down that changes its memory faster than the network can carry it.
     * @default false
     */
    allowAutoConverge: trueOrFalse().optional(),
    /**
     * Whether, instead of an abort, the guest already runs on the new node and fetches its memory
     * from the old one: the guest dies if either node fails meanwhile.
     * @default false
     */
    allowPostCopy: trueOrFalse().optional(),
    /** Whether, instead of an abort, the guest is paused. @default the value of allowPostCopy */
    allowWorkloadDisruption: trueOrFalse().optional(),
    /**
     * Name of a network in `networks` with `use: migration` that migrations use; changing it
     * restarts virt-handler on every node. Needs whereabouts on the hosts (stacks/addons): without
     * an address in the network virt-handler does not start, and KubeVirt never becomes Available.
     *
     * @default the pod network
     */
    network: objectName(253).optional(),
  }),
  'a mapping of limits of live migrations',
);

/**
 * Eviction strategies: what a VM does when its node is drained. Most tools set a strategy for each VM; the
 * strategy in this configuration applies to VMs without one.
 *
 * - `None`: it is shut down, and started elsewhere if its run strategy says so.
 * - `LiveMigrate`: it moves; one that cannot move (a disk without ReadWriteMany, a passed-through device)
 *   stops the drain until somebody shuts it down.
 * - `LiveMigrateIfPossible`: it moves; one that cannot move is shut down.
 * - `External`: it stays until another controller (Cluster API, machine-controller) has acted on it; without
 *   one the drain never ends.
 *
 * @see https://kubevirt.io/user-guide/cluster_admin/node_maintenance/
 */
export const evictionStrategies = [
  'None',
  'LiveMigrate',
  'LiveMigrateIfPossible',
  'External',
] as const;

/**
 * Upstream's default is None: a drain would shut down every VM without a strategy. LiveMigrate and
 * External can block a drain forever, and with it the update of a host, so the default neither
 * shuts down VMs that can migrate nor waits for VMs that cannot.
 */
export const evictionStrategy = oneOf(evictionStrategies).default('LiveMigrateIfPossible');
