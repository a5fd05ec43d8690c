// SPDX-License-Identifier: Apache-2.0
import { z } from 'zod';
import { field, listOf, objectName, oneOf } from '../config/field.ts';
import { planes } from './isolation-matrix.ts';

const edge = field(
  z.strictObject({
    from: objectName(),
    to: objectName(),
    plane: oneOf(planes),
    /** Who wants it, and what for. */
    reason: field(z.string().min(1), 'who wants it, and what for'),
  }),
  'a mapping with from, to, plane and reason',
);

/** Ways between user clusters that are meant, `stacks/isolation/<environment>.yaml`. */
export const isolationLimits = z.strictObject({
  /** In one direction each. @default [] */
  intended: listOf(edge, 'a list of ways between two clusters').default([]),
});

/** Ways between user clusters that are meant. */
export type IsolationLimits = z.output<typeof isolationLimits>;

/** The file of an environment's meant ways, from the root of the repository. */
export function isolationFile(environment: string): string {
  return `stacks/isolation/${environment}.yaml`;
}
