// SPDX-License-Identifier: Apache-2.0
import { z } from 'zod';
import { field, listOf, objectName, oneOf } from '@strata/contracts/fields';
import { planes } from './isolation-matrix.ts';

const edge = field(
  z.strictObject({
    from: objectName(),
    to: objectName(),
    plane: oneOf(planes),
    /** Who needs it, and what for. */
    reason: field(z.string().min(1), 'who wants it, and what for'),
  }),
  'a mapping with from, to, plane and reason',
);

/** Intended connections between user clusters, `stacks/isolation/<environment>.yaml`. */
export const isolationLimits = z.strictObject({
  /** Each entry is for one direction. @default [] */
  intended: listOf(edge, 'a list of ways between two clusters').default([]),
});

/** Intended connections between user clusters. */
export type IsolationLimits = z.output<typeof isolationLimits>;

/** Returns the path of an environment's intended connections, from the root of the repository. */
export function isolationFile(environment: string): string {
  return `stacks/isolation/${environment}.yaml`;
}
