// SPDX-License-Identifier: Apache-2.0
import { consequenceKinds } from '@strata/plan-check/blast-radius';
import { z } from 'zod';

const count = z.int().min(0);

/** A field that people may see both values of; a missing one is not there. */
const changedValue = z.strictObject({
  /** One of the fields of its change. */
  field: z.string(),
  before: z.string().optional(),
  after: z.string().optional(),
});

/** Consequence for people, as `@strata/contracts` defines it. */
const effect = z.strictObject({
  kind: z.enum(consequenceKinds),
  count,
  subject: z.string(),
  detail: z.string().optional(),
});

const change = z.strictObject({
  urn: z.string(),
  /** Such as `kubernetes:core/v1:Service`. */
  type: z.string(),
  /** Its name in the program. */
  name: z.string(),
  operation: z.enum(['create', 'update', 'replace', 'delete']),
  /** Paths of the inputs that differ, such as `spec.replicas`. */
  fields: z.array(z.string()),
  /** Those of them whose values are short, plain and no secrets. */
  values: z.array(changedValue).optional(),
  /** Whether Pulumi refuses to delete it. */
  protected: z.boolean(),
});

const policyViolation = z.strictObject({
  policy: z.string(),
  level: z.enum(['mandatory', 'advisory']),
  /** Its URN; the stack's, when it is no single resource. */
  resource: z.string(),
  message: z.string(),
});

const driftedField = z.strictObject({
  /** Its URN. */
  resource: z.string(),
  field: z.string(),
  /** As Git says; `[secret]` when that is a secret. */
  wanted: z.string(),
  /** As the cluster says; `[secret]` when that is a secret. */
  live: z.string(),
});

/**
 * Report of one operation on one stack, made or previewed. It is the only input of comments, issues
 * and summaries.
 */
export const stackReport = z.strictObject({
  version: z.literal(1),
  operation: z.enum(['preview', 'up', 'drift', 'destroy']),
  /** A preview without cluster, state and keys: everything in it counts as new. */
  offline: z.literal(true).optional(),
  program: z.string(),
  stack: z.string(),
  environment: z.string(),
  /** Of a user cluster's stack. */
  cluster: z.string().optional(),
  /** The commit whose files were used. */
  commit: z.string(),
  startedAt: z.iso.datetime(),
  durationMs: count,
  /**
   * - `unchanged`, `changed`: what the operation did, or what a preview would do.
   * - `drifted`: a drift check found that the cluster is not what the state says.
   * - `refused`: a policy, a limit of the blast radius, or a difference to the preview forbids it.
   * - `failed`: it began and came to no good end.
   * - `skipped`: it never began, for another stack or ring before it failed, or it was left out.
   * - `cancelled`: it was asked to stop, and stopped in order.
   */
  outcome: z.enum(['unchanged', 'changed', 'drifted', 'refused', 'failed', 'skipped', 'cancelled']),
  /**
   * Why it was skipped though nothing failed before it.
   *
   * - `by hand`: its environment is brought up by hand, and nobody named it.
   * - `to the next deployment`: no preview that people saw says what would be done.
   */
  leftOut: z.enum(['by hand', 'to the next deployment']).optional(),
  /** For `refused`, `failed`, `skipped` and `cancelled`: a few lines without secrets, with the way out. */
  reason: z.string().optional(),
  /** Resources; a replacement counts once. */
  counts: z.strictObject({
    create: count,
    update: count,
    replace: count,
    delete: count,
    same: count,
  }),
  changes: z.array(change),
  /** Consequences for people, in words. */
  consequences: z.array(z.string()),
  /** The same to be counted. */
  effects: z.array(effect).optional(),
  /** Limits of the environment that the change goes beyond, in words. */
  exceeded: z.array(z.string()),
  policyViolations: z.array(policyViolation),
  drift: z.array(driftedField),
  /** Virtual machines that the stack asks for. */
  machines: z.strictObject({ before: count, after: count }).optional(),
  /**
   * Behaviour of machines when their hosts are drained, with the reasons, in words: one text for
   * each kind of machine.
   */
  onDrain: z.array(z.string()).optional(),
  /** Warnings of the program, each with one or more lines. */
  warnings: z.array(z.string()).optional(),
});

/** Report of one operation on one stack, made or previewed. */
export type StackReport = z.output<typeof stackReport>;
/** One resource that an operation changes. */
export type ReportedChange = StackReport['changes'][number];
/** A field of it with its values. */
export type ChangedValue = NonNullable<ReportedChange['values']>[number];
/** One thing that happens to people. */
export type ReportedEffect = NonNullable<StackReport['effects']>[number];
/** One field in which the cluster is not what Git says. */
export type DriftedField = StackReport['drift'][number];
/** Violation of a policy by a resource. */
export type PolicyViolation = StackReport['policyViolations'][number];
