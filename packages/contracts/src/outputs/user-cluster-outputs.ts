// SPDX-License-Identifier: Apache-2.0
import { z } from 'zod';
import { field, listOf, objectName, oneOf, text, wholeNumber } from '../config/fields.ts';
import type { ReadOutputs, StackContract } from './stack-contract.ts';

/** A group of VMs. */
const machineGroup = z.object({
  /** Name of the pool; `cp` for the control plane. */
  name: objectName(),
  role: oneOf(['control-plane', 'worker']),
  replicas: wholeNumber(0),
  /** Names of the VMs, which are also host names and node names. */
  machines: listOf(objectName(), 'a list of VM names'),
  /** Behaviour of the VMs when their host is drained, and the reasons why they do not migrate. */
  onDrain: z.object({
    behaviour: oneOf(['migrates', 'drains', 'blocks']),
    reasons: listOf(text('a reason'), 'a list of reasons'),
  }),
  /** Interfaces that no NetworkPolicy covers. */
  uncoveredInterfaces: listOf(text('the name of an interface'), 'a list of interfaces'),
});

/** Commands that give access to a node. */
const access = z.object({
  machine: objectName(),
  console: text('a command'),
  /** Undefined for VMs without a screen. */
  vnc: text('a command').optional(),
  ssh: text('a command').optional(),
});

/** The outputs of the program user-cluster for its users. */
export const userClusterOutputs = {
  project: 'user-cluster',
  values: z.object({
    cluster: objectName(),
    environment: objectName(),
    /** Namespace of its VMs on the infra cluster. */
    namespace: objectName(),
    /** URL of its API. */
    endpoint: field(z.url(), 'a URL'),
    /** Version of Kubernetes, without a leading `v`. */
    kubernetes: text('a version'),
    machineGroups: listOf(machineGroup, 'a list of groups of machines'),
    access: listOf(access, 'a list of ways to get at machines'),
    /** Until then new nodes can join; an update of the stack renews it in time. RFC 3339. */
    joinTokenExpires: text('a time'),
  }),
  secrets: z.object({
    /** Kubeconfig of the group system:masters; for emergencies. */
    kubeconfig: text('a kubeconfig'),
    /** Kubeconfigs for people, by name. */
    kubeconfigs: z.record(z.string(), text('a kubeconfig')),
  }),
} as const satisfies StackContract<z.ZodObject, z.ZodObject>;

/** The outputs of user-cluster as another program reads them. */
export type UserClusterOutputs = ReadOutputs<typeof userClusterOutputs>;
