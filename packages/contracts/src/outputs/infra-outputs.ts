// SPDX-License-Identifier: Apache-2.0
import { z } from 'zod';
import { field, listOf, objectName, text } from '../config/index.ts';
import type { ReadOutputs, StackContract } from './stack-contract.ts';

/** A bare-metal machine of the infra cluster. */
const host = z.object({
  /** Its node's name. */
  name: text('the name of a node'),
  /** Where it stands: its label `topology.kubernetes.io/zone`, if it has one. */
  zone: text('the name of a zone').optional(),
  /** Logical CPUs. */
  cpu: field(z.number().positive(), 'a number of CPUs'),
  /** Rounded down. */
  memoryGiB: field(z.int().nonnegative(), 'a whole number of GiB'),
});

/** One bare-metal machine of the infra cluster. */
export type Host = z.output<typeof host>;

/** What the program infra promises to the programs above it. */
export const infraOutputs = {
  project: 'infra',
  values: z.object({
    environment: objectName(),
    /** Of the infra cluster, `https://host:port`. */
    apiEndpoint: field(z.url({ protocol: /^https?$/ }), 'a URL'),
    /** Sorted by name. */
    hosts: listOf(host, 'a list of hosts'),
  }),
  secrets: z.object({
    /** Needs no other file: certificates and keys are inside. */
    kubeconfig: text('a kubeconfig'),
  }),
} as const satisfies StackContract<z.ZodObject, z.ZodObject>;

/** The outputs of infra as another program reads them. */
export type InfraOutputs = ReadOutputs<typeof infraOutputs>;
