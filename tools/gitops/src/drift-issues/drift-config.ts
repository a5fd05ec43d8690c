// SPDX-License-Identifier: Apache-2.0
import { z } from 'zod';
import { field, listOf, oneOf, text } from '@strata/contracts/fields';

const rule = z.strictObject({
  /**
   * IDs of stacks such as `user-cluster/prod.shop`; `*` matches anything.
   * @default all of the environment
   */
  stacks: text('a stack such as "user-cluster/prod.shop", or a pattern with *').optional(),
  /** Type and name, such as `kubernetes:core/v1:Service shop-api`; `*` matches anything. */
  resource: text(
    'a type and a name such as "kubernetes:core/v1:Service shop-api", or a pattern with *',
  ),
  /**
   * Path of the field, which includes everything below it; `*` matches anything, even a missing
   * object.
   */
  field: text('the path of a field such as "spec.replicas", or a pattern with *'),
  /** Why it may differ; shown after the rule has expired. */
  reason: text('why it may differ'),
  /** The last day on which the rule applies. */
  until: field(z.iso.date(), 'a day such as "2026-12-31"'),
});

/**
 * Exceptions from drift checks of an environment, and how drift is repaired,
 * `stacks/drift/<environment>.yaml`.
 */
export const driftConfig = z.strictObject({
  /**
   * - `by-label`: somebody who may label issues requests the repair with `strata/repair`.
   * - `automatic`: every drift is repaired as soon as a check finds it.
   */
  repair: oneOf(['by-label', 'automatic']).default('by-label'),
  /** Fields that may differ for a while. */
  ignore: listOf(field(rule, 'a mapping'), 'a list of rules').default([]),
});

/** Exceptions from drift checks of an environment, and how drift is repaired. */
export type DriftConfig = z.output<typeof driftConfig>;

/** A field that may differ for a while. */
export type IgnoreRule = DriftConfig['ignore'][number];

/** Returns the path of an environment's file, from the root of the repository. */
export function driftConfigFile(environment: string): string {
  return `stacks/drift/${environment}.yaml`;
}
