// SPDX-License-Identifier: Apache-2.0
import { z } from 'zod';
import { field, listOf, objectName, oneOf } from '@strata/contracts/fields';
import { planes } from './isolation-matrix.ts';
import { platformPlane } from './platform-ways.ts';

const edge = field(
  z.strictObject({
    from: objectName(),
    /** A cluster, or a part of the platform. */
    to: objectName(),
    plane: oneOf([...planes, platformPlane]),
    /** Who needs it, and what for. */
    reason: field(z.string().min(1), 'who wants it, and what for'),
  }),
  'a mapping with from, to, plane and reason',
);

/** Intended connections of user clusters, among themselves and to the platform, `stacks/isolation/<environment>.yaml`. */
export const isolationLimits = z.strictObject({
  /** Each entry is for one direction. @default [] */
  intended: listOf(edge, 'a list of ways from a cluster').default([]),
});

/** Intended connections between user clusters. */
export type IsolationLimits = z.output<typeof isolationLimits>;

/** Returns the path of an environment's intended connections, from the root of the repository. */
export function isolationFile(environment: string): string {
  return `stacks/isolation/${environment}.yaml`;
}
