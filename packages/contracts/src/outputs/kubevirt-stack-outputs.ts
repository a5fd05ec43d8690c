// SPDX-License-Identifier: Apache-2.0
import { z } from 'zod';
import { field, listOf, objectName, storage, text, wholeNumber } from '../config/index.ts';
import type { ReadOutputs, StackContract } from './stack-contract.ts';

const byComponent = (expected: string) =>
  field(z.record(z.string(), text(expected)), `${expected} for each component`);

/** What the program kubevirt-stack promises to the programs above it. */
export const kubevirtStackOutputs = {
  project: 'kubevirt-stack',
  values: z.object({
    /** Version of each installed component, without a leading `v`. */
    versions: byComponent('a version'),
    /** Where each component runs. */
    namespaces: byComponent('a namespace'),
    storage,
    instancetypes: listOf(
      z.object({ name: objectName(), cpu: wholeNumber(1), memoryGiB: wholeNumber(1) }),
      'a list of instancetypes',
    ),
    preferences: listOf(objectName(), 'a list of preferences'),
    loadBalancerPools: listOf(
      z.object({
        name: objectName(),
        addresses: listOf(text('a range of addresses'), 'a list of addresses'),
      }),
      'a list of address pools',
    ),
  }),
  secrets: z.object({}),
} as const satisfies StackContract<z.ZodObject, z.ZodObject>;

/** The outputs of kubevirt-stack as another program reads them. */
export type KubevirtStackOutputs = ReadOutputs<typeof kubevirtStackOutputs>;
