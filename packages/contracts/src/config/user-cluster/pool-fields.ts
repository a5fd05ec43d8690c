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
    /** How many machines may be down at a time: by an update, and by drains of hosts. */
    maxUnavailable: wholeNumber(1).default(1),
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
