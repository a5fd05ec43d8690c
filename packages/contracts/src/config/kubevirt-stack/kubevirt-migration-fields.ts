// SPDX-License-Identifier: Apache-2.0
import { z } from 'zod';
import { field, objectName, oneOf, wholeNumber } from '../field.ts';
import { byteQuantity, trueOrFalse } from './kubevirt-scalars.ts';

/**
 * Limits of live migrations. What is missing is what KubeVirt has built in. There is no way to
 * switch the encryption of migrations off: they carry the memory of guests.
 *
 * @see https://kubevirt.io/user-guide/compute/live_migration/
 */
export const migrations = field(
  z.strictObject({
    /** At the same time, in the whole cluster. @default 5 */
    parallelMigrationsPerCluster: wholeNumber(1).optional(),
    /** At the same time, away from one node. @default 2 */
    parallelOutboundMigrationsPerNode: wholeNumber(1).optional(),
    /** Bytes a second, such as `64Mi`. @default without limit */
    bandwidthPerMigration: byteQuantity().optional(),
    /** Seconds for each GiB of memory and disk, then a migration is given up. @default 150 */
    completionTimeoutPerGiB: wholeNumber(1).optional(),
    /** Seconds without any progress, then a migration is given up. @default 150 */
    progressTimeout: wholeNumber(1).optional(),
    /** Slow a guest down that changes its memory faster than the network carries it. @default false */
    allowAutoConverge: trueOrFalse().optional(),
    /**
     * Instead of giving up, let the guest run on the new node and fetch its memory from the old one:
     * a guest dies when either fails meanwhile. @default false
     */
    allowPostCopy: trueOrFalse().optional(),
    /** Instead of giving up, pause the guest. @default the value of allowPostCopy */
    allowWorkloadDisruption: trueOrFalse().optional(),
    /**
     * Name of a network in `networks` with `use: migration` that migrations go through; changing it
     * restarts virt-handler on every node. Needs whereabouts on the hosts (stacks/addons): without
     * an address of the network virt-handler does not start, and KubeVirt is never Available.
     *
     * @default the pod network
     */
    network: objectName(253).optional(),
  }),
  'a mapping of limits of live migrations',
);

/**
 * What happens to a VM when its node is drained, and what that is good for. Most tools set their own
 * at each VM; this is for the VMs that say nothing.
 *
 * @see https://kubevirt.io/user-guide/cluster_admin/node_maintenance/
 */
export const evictionStrategies = {
  None: 'it is shut down, and started elsewhere if its run strategy says so',
  LiveMigrate:
    'it moves; one that cannot move (a disk without ReadWriteMany, a passed-through device) stops ' +
    'the drain until somebody shuts it down',
  LiveMigrateIfPossible: 'it moves; one that cannot move is shut down',
  External:
    'it stays until another controller (Cluster API, machine-controller) has acted on it; without ' +
    'one the drain never ends',
} as const satisfies Readonly<Record<string, string>>;

/** A key of {@link evictionStrategies}. */
export type EvictionStrategy = keyof typeof evictionStrategies;

const strategyNames = Object.keys(evictionStrategies) as [EvictionStrategy, ...EvictionStrategy[]];

/**
 * Upstream's default is None: a drain would shut down every VM that says nothing. LiveMigrate and
 * External can block a drain for ever, and with it the update of a host, so the default is the one
 * that neither shuts down what could move nor waits for what cannot.
 */
export const evictionStrategy = oneOf(strategyNames).default('LiveMigrateIfPossible');
