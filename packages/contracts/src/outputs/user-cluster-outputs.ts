// SPDX-License-Identifier: Apache-2.0
import { z } from 'zod';
import { field, listOf, objectName, oneOf, text, wholeNumber } from '../config/index.ts';
import type { ReadOutputs, StackContract } from './stack-contract.ts';

/** Machines of one kind. */
const machineGroup = z.object({
  /** Of the pool; `cp` for the control plane. */
  name: objectName(),
  role: oneOf(['control-plane', 'worker']),
  replicas: wholeNumber(0),
  /** Names of the VMs, which are also host names and node names. */
  machines: listOf(objectName(), 'a list of VM names'),
  /** What the machines do when their host is drained, and why they do not move. */
  onDrain: z.object({
    behaviour: oneOf(['migrates', 'drains', 'blocks']),
    reasons: listOf(text('a reason'), 'a list of reasons'),
  }),
  /** Interfaces that no NetworkPolicy covers. */
  uncoveredInterfaces: listOf(text('the name of an interface'), 'a list of interfaces'),
});

/** How one gets at a machine. */
const access = z.object({
  machine: objectName(),
  console: text('a command'),
  /** Undefined for machines without a screen. */
  vnc: text('a command').optional(),
  ssh: text('a command').optional(),
});

/** What the program user-cluster promises to its users. */
export const userClusterOutputs = {
  project: 'user-cluster',
  values: z.object({
    cluster: objectName(),
    environment: objectName(),
    /** Where its VMs are on the infra cluster. */
    namespace: objectName(),
    /** URL of its API. */
    endpoint: field(z.url(), 'a URL'),
    /** Version of Kubernetes, without a leading `v`. */
    kubernetes: text('a version'),
    machineGroups: listOf(machineGroup, 'a list of groups of machines'),
    access: listOf(access, 'a list of ways to get at machines'),
    /** Until then new machines can join; an update of the stack renews it in time. RFC 3339. */
    joinTokenExpires: text('a time'),
  }),
  secrets: z.object({
    /** Of the group system:masters; for emergencies. */
    kubeconfig: text('a kubeconfig'),
    /** For people, by name. */
    kubeconfigs: z.record(z.string(), text('a kubeconfig')),
  }),
} as const satisfies StackContract<z.ZodObject, z.ZodObject>;

/** The outputs of user-cluster as another program reads them. */
export type UserClusterOutputs = ReadOutputs<typeof userClusterOutputs>;
