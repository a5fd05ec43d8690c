// SPDX-License-Identifier: Apache-2.0
import {
  field,
  kubernetesVersion,
  listOf,
  objectName,
  wholeNumber,
} from '@strata/contracts/fields';
import { z } from 'zod';
import { autoRestart } from './auto-restart-fields.ts';
import { machineFields } from './machine-fields.ts';

/** Names of disks and Secrets are longer than the pool's name, and must fit into labels. */
const longestPoolName = 40;

/** Workers with the same properties. */
const pool = field(
  z.strictObject({
    ...machineFields,
    /** Prefix of the names of VMs and nodes, `<name>-<number>`; at most 40 characters. */
    name: objectName(longestPoolName),
    /** Number of nodes. Scaling down removes the highest numbers first. */
    replicas: wholeNumber(0),
    /**
     * Number of nodes that may be down at once, during updates and drains of hosts. With 0, which
     * needs `maxSurge`, an update has a new node Ready before it removes an old one; drains of
     * hosts still take one at a time.
     */
    maxUnavailable: wholeNumber(0).default(1),
    /** Number of nodes in addition to `replicas` that may exist during an update. */
    maxSurge: wholeNumber(0).default(1),
    /** Seconds for which a new node must have been Ready before the next one is replaced. */
    minReadySeconds: wholeNumber(0).default(0),
    /**
     * Seconds that a new node may take to become Ready; the time that the old one may take to leave
     * (`drain`) is added. An update without any progress for that long stops.
     */
    joinSeconds: wholeNumber(60).default(3600),
    autoRestart,
    /**
     * Exact version without a leading `v`. During an update of the cluster a pool may stay behind.
     *
     * @default the cluster's, `kubernetes.version`
     */
    kubernetesVersion: kubernetesVersion().optional(),
  }),
  'a mapping with name, replicas, a size and rootDisk',
);

/**
 * The worker pools.
 *
 * @example
 * pools:
 *   - name: md-a
 *     replicas: 2
 *     instancetype: standard-2
 *     rootDisk:
 *       image: ubuntu-24-04
 */
export const pools = listOf(pool, 'a list of pools');
