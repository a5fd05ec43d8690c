// SPDX-License-Identifier: Apache-2.0
// Everything that the page may know of states and live clusters: a value that is not here, or looks
// different, does not reach the page.
import { z } from 'zod';

/** Name of an object, a version, an address or a reason: no spaces, so no sentence and no document. */
const word = z.string().regex(/^[A-Za-z0-9][A-Za-z0-9._:/+-]{0,252}$/);
/** Own sentence of Strata, or a place. */
const line = z.string().regex(/^[\x20-\x7e]{1,500}$/);
const time = z.iso.datetime();
const count = z.int().min(0);

/** Fact that somebody was asked for: a value, or the reason why there is none. */
function asked<T extends z.ZodType>(value: T) {
  return z.strictObject({
    /** Who said it: Pulumi's history, outputs of a stack, a report of a job, a live cluster. */
    from: z.enum(['history', 'outputs', 'report', 'live']),
    /** Stack, file or path of an API. */
    place: line,
    /** When it was read. */
    at: time,
    value: value.optional(),
    problem: line.optional(),
  });
}

const condition = z.strictObject({ type: word, status: word, reason: word.optional() });

const node = z.strictObject({
  name: word,
  ready: z.enum(['ready', 'not ready', 'unknown']),
  /** When that began. */
  since: time.optional(),
  version: word,
  /** Whether new pods may be put there. */
  schedulable: z.boolean(),
  /** Conditions that are not as they should be. */
  conditions: z.array(condition),
});

const machine = z.strictObject({
  cluster: word,
  /** `cp` for the control plane, or the pool's name. */
  group: word,
  name: word,
  /** KubeVirt's `printableStatus` of the VM, such as `Running`. */
  phase: word,
  /** Host that it runs on; undefined while it runs nowhere. */
  host: word.optional(),
  ready: z.boolean(),
  /** Conditions that are not as they should be. */
  conditions: z.array(condition),
});

const balancer = z.strictObject({ namespace: word, service: word, addresses: z.array(word) });

const backup = z.strictObject({
  cluster: word,
  suspended: z.boolean(),
  lastSchedule: time.optional(),
  lastSuccess: time.optional(),
});

const ending = z.strictObject({
  cluster: word,
  /** Such as `kubeconfig "ci"`. */
  credential: z.string().regex(/^[\x20-\x7e]{1,120}$/),
  /** Day; undefined for what is as old as its machine. */
  ends: z.iso.date().optional(),
});

const stack = z.strictObject({
  id: word,
  cluster: word.optional(),
  update: asked(
    z.strictObject({
      /** Undefined when the commit is not known. */
      commit: word.optional(),
      endedAt: time,
      /** Reason why the commit is not known. */
      remark: line.optional(),
    }),
  ),
  outputs: asked(
    z.strictObject({
      release: word.optional(),
      kubernetes: word.optional(),
      endpoint: word.optional(),
      joinTokenEnds: time.optional(),
      versions: z.array(z.strictObject({ name: word, version: word })),
    }),
  ),
  /** Undefined when `.strata/reports` has none of it. */
  report: asked(
    z.strictObject({
      operation: word,
      outcome: word,
      commit: word,
      startedAt: time,
      driftedFields: count,
    }),
  ).optional(),
});

const cluster = z.strictObject({
  name: word,
  kubernetes: asked(word),
  nodes: asked(z.array(node)),
});

const facts = z.strictObject({
  stacks: z.array(stack),
  kubernetes: asked(word),
  kubevirt: asked(word),
  cdi: asked(word),
  hosts: asked(z.array(node)),
  machines: asked(z.array(machine)),
  balancers: asked(z.array(balancer)),
  backups: asked(z.array(backup)),
  endings: asked(z.array(ending)),
  clusters: z.array(cluster),
});

/** Schema of {@link LiveEnvironment}. */
export const liveEnvironment = z.strictObject({
  name: word,
  /** When the reading ended. */
  at: time,
  facts: facts.optional(),
  /** Reason why nothing was read. */
  problem: line.optional(),
});

/** What states and clusters of one environment say. */
export type LiveEnvironment = z.output<typeof liveEnvironment>;
/** Its facts. */
export type LiveFacts = z.output<typeof facts>;
/** Fact that somebody was asked for. */
export type Asked<T> = Omit<LiveFacts['kubernetes'], 'value'> & { readonly value?: T | undefined };
/** Stack as its state has it. */
export type LiveStack = z.output<typeof stack>;
/** Host of an infra cluster, or node of a user cluster. */
export type LiveNode = z.output<typeof node>;
/** VM of a user cluster. */
export type LiveMachine = z.output<typeof machine>;
/** User cluster as it says itself. */
export type LiveCluster = z.output<typeof cluster>;
/** Service with addresses of MetalLB. */
export type LiveBalancer = z.output<typeof balancer>;
/** CronJob that backs up a cluster. */
export type LiveBackup = z.output<typeof backup>;
/** Token, key or certificate that ends. */
export type LiveEnding = z.output<typeof ending>;
/** Condition of a node or a VM. */
export type LiveCondition = z.output<typeof condition>;
