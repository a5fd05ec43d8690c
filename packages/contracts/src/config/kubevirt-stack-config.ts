// SPDX-License-Identifier: Apache-2.0
import { z } from 'zod';
import { addressRange } from './address-range.ts';
import { field, listOf, objectName, oneOf, text, wholeNumber } from './field.ts';
import { storage } from './storage-fields.ts';

const gateNames = listOf(text('the name of a feature gate'), 'a list of feature gates');

/** Addresses that LoadBalancer Services may get. */
const addressPool = field(
  z.strictObject({
    name: objectName(),
    addresses: field(
      z.array(addressRange).min(1),
      'a list of addresses like "10.0.0.10-10.0.0.20" or "10.0.0.0/28"',
    ),
    /** Whether a Service that asks for no pool may get an address of this one. */
    autoAssign: field(z.boolean(), 'true or false').default(true),
  }),
  'a mapping with name and addresses',
);

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

/** Configuration of a stack of the program kubevirt-stack, `config.kubevirt-stack:*` in its YAML. */
export const kubevirtStackConfig = z.strictObject({
  kubevirt: field(
    z.strictObject({ featureGates: gateNames.default([]) }),
    'a mapping with featureGates',
  ).default({ featureGates: [] }),
  cdi: field(
    z.strictObject({ featureGates: gateNames.default(['HonorWaitForFirstConsumer']) }),
    'a mapping with featureGates',
  ).default({ featureGates: ['HonorWaitForFirstConsumer'] }),
  metallb: field(
    z.strictObject({
      pools: field(z.array(addressPool).min(1), 'a list of at least one address pool'),
    }),
    'a mapping with pools',
  ),
  storage,
  /** Besides standard-2, standard-4 and standard-8. */
  instancetypes: listOf(instancetype, 'a list of instancetypes').default([]),
  /** Besides sockets-advantage. */
  preferences: listOf(preference, 'a list of preferences').default([]),
});

/** The checked configuration of the program kubevirt-stack. */
export type KubevirtStackConfig = z.output<typeof kubevirtStackConfig>;
