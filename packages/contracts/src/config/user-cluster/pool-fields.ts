// SPDX-License-Identifier: Apache-2.0
import { z } from 'zod';
import { field, listOf, objectName, wholeNumber } from '../field.ts';
import { machineFields } from './machine-fields.ts';

/** Machines of one kind. */
const pool = field(
  z.strictObject({
    ...machineFields,
    /** VMs, and so nodes, are called `<name>-<number>`. */
    name: objectName(40),
    replicas: wholeNumber(0),
    /** How many machines a rolling update may take down at a time. */
    maxUnavailable: wholeNumber(1).default(1),
  }),
  'a mapping with name, replicas, instancetype and rootDisk',
);

/** Workers. */
export const pools = listOf(pool, 'a list of pools');
