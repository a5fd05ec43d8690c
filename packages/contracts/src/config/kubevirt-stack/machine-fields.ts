// SPDX-License-Identifier: Apache-2.0
import { z } from 'zod';
import { field, listOf, objectName, oneOf, wholeNumber } from '../field.ts';

/** A VM size, offered to every user cluster. */
const instancetype = field(
  z.strictObject({
    name: objectName(),
    /** Virtual CPUs. */
    cpu: wholeNumber(1),
    memoryGiB: wholeNumber(1),
  }),
  'a mapping with name, cpu and memoryGiB',
);

/** Hardware choices of a VM that are no size, offered to every user cluster. */
const preference = field(
  z.strictObject({
    name: objectName(),
    /** What virtual CPUs look like to the guest. @see https://kubevirt.io/user-guide/user_workloads/instancetypes/ */
    cpuTopology: oneOf(['sockets', 'cores', 'threads', 'spread', 'any']),
  }),
  'a mapping with name and cpuTopology',
);

/** Sizes besides the built-in ones, `kubevirt-stack:instancetypes`. */
export const instancetypes = listOf(instancetype, 'a list of instancetypes').default([]);

/** Preferences besides the built-in ones, `kubevirt-stack:preferences`. */
export const preferences = listOf(preference, 'a list of preferences').default([]);
