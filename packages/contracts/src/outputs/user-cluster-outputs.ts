// SPDX-License-Identifier: Apache-2.0
import { z } from 'zod';
import { listOf, objectName, wholeNumber } from '../config/index.ts';
import type { ReadOutputs, StackContract } from './stack-contract.ts';

/** What the program user-cluster promises to its users. */
export const userClusterOutputs = {
  project: 'user-cluster',
  values: z.object({
    cluster: objectName(),
    environment: objectName(),
    /** Where its VMs are on the infra cluster. */
    namespace: objectName(),
    pools: listOf(
      z.object({
        name: objectName(),
        replicas: wholeNumber(0),
        /** Names of the VMs, which are also host names and node names. */
        machines: listOf(objectName(), 'a list of VM names'),
      }),
      'a list of pools',
    ),
  }),
  secrets: z.object({}),
} as const satisfies StackContract<z.ZodObject, z.ZodObject>;

/** The outputs of user-cluster as another program reads them. */
export type UserClusterOutputs = ReadOutputs<typeof userClusterOutputs>;
