// SPDX-License-Identifier: Apache-2.0
import { z } from 'zod';
import { field, listOf, objectName, wholeNumber } from '../field.ts';
import { machineFields } from './machine-fields.ts';

/** Machines of one kind. */
const pool = field(
  z.strictObject({
    ...machineFields,
    /** VMs, and so nodes, are called `<name>-<number>`; at most 40 characters. */
    name: objectName(),
    /** The one number to change for more or fewer machines. The highest numbers go first. */
    replicas: wholeNumber(0),
    /**
     * How many machines may be down at a time: by an update, and by drains of hosts. With 0, which
     * needs `maxSurge`, an update has a new machine Ready before an old one goes; drains of hosts
     * still take one at a time.
     */
    maxUnavailable: wholeNumber(0).default(1),
    /** How many machines more than `replicas` there may be during an update. */
    maxSurge: wholeNumber(0).default(1),
    /** How long a new machine must have been Ready before the next one is replaced, in seconds. */
    minReadySeconds: wholeNumber(0).default(0),
    /**
     * How long a new machine may take until its node is Ready, in seconds; what the one before it may
     * take to leave (`drain`) comes on top. An update in which nothing gets further for so long stops.
     */
    joinSeconds: wholeNumber(60).default(3600),
    /**
     * Exact, without a leading `v`. During an update of the cluster a pool may stay behind.
     *
     * @default the cluster's, `kubernetes.version`
     */
    kubernetesVersion: field(
      z.string().regex(/^1\.\d+\.\d+$/),
      'a version like "1.35.4"',
    ).optional(),
  }),
  'a mapping with name, replicas, a size and rootDisk',
);

/** Workers. */
export const pools = listOf(pool, 'a list of pools');
