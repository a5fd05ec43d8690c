// SPDX-License-Identifier: Apache-2.0
import { z } from 'zod';
import { field, listOf, oneOf, text } from '../config/field.ts';

const rule = z.strictObject({
  /** Ids of stacks such as `user-cluster/prod.shop`; `*` stands for anything. @default all of the environment */
  stacks: text('a stack such as "user-cluster/prod.shop", or a pattern with *').optional(),
  /** Type and name, such as `kubernetes:core/v1:Service shop-api`; `*` stands for anything. */
  resource: text(
    'a type and a name such as "kubernetes:core/v1:Service shop-api", or a pattern with *',
  ),
  /** Path of the field, with everything below it; `*` stands for anything, a missing object too. */
  field: text('the path of a field such as "spec.replicas", or a pattern with *'),
  /** Why it may differ; shown when the rule has ended. */
  reason: text('why it may differ'),
  /** The last day on which it may. */
  until: field(z.iso.date(), 'a day such as "2026-12-31"'),
});

/** What drift checks of an environment leave out, and who puts things right, `stacks/drift/<environment>.yaml`. */
export const driftConfig = z.strictObject({
  /**
   * - `by-label`: whoever may label issues asks for it with `strata/repair`.
   * - `automatic`: every drift is put right as soon as a check finds it.
   */
  repair: oneOf(['by-label', 'automatic']).default('by-label'),
  /** What may differ for a while. */
  ignore: listOf(field(rule, 'a mapping'), 'a list of rules').default([]),
});

/** What drift checks of an environment leave out, and who puts things right. */
export type DriftConfig = z.output<typeof driftConfig>;

/** One thing that may differ for a while. */
export type IgnoreRule = DriftConfig['ignore'][number];

/** The file of an environment, from the root of the repository. */
export function driftConfigFile(environment: string): string {
  return `stacks/drift/${environment}.yaml`;
}
