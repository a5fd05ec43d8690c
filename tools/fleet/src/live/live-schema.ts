// SPDX-License-Identifier: Apache-2.0
// Everything that the page may know of stacks and live clusters: a field that is not here, or looks
// different, does not reach the page.
import { z } from 'zod';
import type { Known } from '../model.ts';

/** Name of an object, a version, a URL or a state: no spaces and no `@`, so no sentence, document or login. */
const word = z.string().regex(/^[A-Za-z0-9][A-Za-z0-9._:/+-]{0,252}$/);
/** Sentence of Strata, or a place. */
const line = z.string().regex(/^[\x20-\x7e]{1,500}$/);
const time = z.iso.datetime();

/** Value that was read, or the reason why it is unknown. */
export type Reading<T> = {
  /** Outputs of a stack, or the API of a cluster. */
  readonly from: 'outputs' | 'cluster';
  /** Stack, or cluster and path of its API. */
  readonly place: string;
  /** When it was read. */
  readonly at: string;
} & Known<T>;

function reading<T extends z.ZodType>(value: T): z.ZodType<Reading<z.output<T>>> {
  const origin = { from: z.enum(['outputs', 'cluster']), place: line, at: time };
  return z.union([
    z.strictObject({ ...origin, value, problem: z.undefined().optional() }),
    z.strictObject({ ...origin, problem: line, value: z.undefined().optional() }),
  ]) as unknown as z.ZodType<Reading<z.output<T>>>;
}

/** Conditions of a node that mean a problem when they are true. */
export const pressures = [
  'MemoryPressure',
  'DiskPressure',
  'PIDPressure',
  'NetworkUnavailable',
] as const;

const node = z.strictObject({
  name: word,
  ready: z.enum(['ready', 'not ready', 'unknown']),
  /** When that began. */
  since: time.optional(),
  /** Version of its kubelet. */
  version: word,
  /** Whether new pods may be put there. */
  schedulable: z.boolean(),
  pressures: z.array(z.enum(pressures)),
});

const machine = z.strictObject({
  cluster: word,
  /** `cp` for the control plane, or the pool's name. */
  group: word,
  name: word,
  /** Phase of the VMI, such as `Running`. */
  phase: word,
  /** Host that it runs on; undefined while it runs nowhere. */
  host: word.optional(),
  ready: z.boolean(),
});

const backup = z.strictObject({
  cluster: word,
  suspended: z.boolean(),
  lastSchedule: time.optional(),
  lastSuccess: time.optional(),
});

const ending = z.strictObject({
  cluster: word,
  /** Such as `kubeconfig "ci"`. */
  credential: z.string().regex(/^[A-Za-z0-9 ._"()-]{1,120}$/),
  /** Undefined for what is as old as its machine. */
  ends: time.optional(),
});

const outputs = z.strictObject({
  release: word.optional(),
  kubernetes: word.optional(),
  endpoint: word.optional(),
  joinTokenEnds: time.optional(),
});

/** Schemas of values that are read. */
export const liveValues = {
  version: word,
  nodes: z.array(node),
  machines: z.array(machine),
  backups: z.array(backup),
  endings: z.array(ending),
  outputs,
} as const;

const stack = z.strictObject({
  id: word,
  /** User cluster whose stack it is. */
  cluster: word.optional(),
  /** When Pulumi last wrote its state; undefined when the backend does not say. */
  writtenAt: time.optional(),
  outputs: reading(outputs),
});

const cluster = z.strictObject({
  name: word,
  kubernetes: reading(liveValues.version),
  nodes: reading(liveValues.nodes),
});

const facts = z.strictObject({
  stacks: z.array(stack),
  kubernetes: reading(liveValues.version),
  kubevirt: reading(liveValues.version),
  cdi: reading(liveValues.version),
  hosts: reading(liveValues.nodes),
  machines: reading(liveValues.machines),
  backups: reading(liveValues.backups),
  endings: reading(liveValues.endings),
  clusters: z.array(cluster),
});

/** Schema of {@link LiveEnvironment}. */
export const liveEnvironment = z.union([
  z.strictObject({ name: word, at: time, value: facts, problem: z.undefined().optional() }),
  z.strictObject({ name: word, at: time, problem: line, value: z.undefined().optional() }),
]);

/** Data from the stacks and clusters of one environment, or the reason why nothing was read. */
export type LiveEnvironment = z.output<typeof liveEnvironment>;
/** Facts of one environment. */
export type LiveFacts = z.output<typeof facts>;
/** Stack with its outputs. */
export type LiveStack = z.output<typeof stack>;
/** Host of an infra cluster, or node of a user cluster. */
export type LiveNode = z.output<typeof node>;
/** VM of a user cluster. */
export type LiveMachine = z.output<typeof machine>;
/** User cluster as its own API has it. */
export type LiveCluster = z.output<typeof cluster>;
/** CronJob that backs up a cluster. */
export type LiveBackup = z.output<typeof backup>;
/** Token, key or certificate that expires. */
export type LiveEnding = z.output<typeof ending>;
