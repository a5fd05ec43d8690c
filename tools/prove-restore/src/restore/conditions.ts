// SPDX-License-Identifier: Apache-2.0
import { z } from 'zod';

/** Conditions of an object's status, none for a status that has none yet. */
export const conditions = z
  .array(z.object({ type: z.string(), status: z.string(), message: z.string().optional() }))
  .default([]);

/** Returns whether a condition is true. */
export function isTrue(all: z.infer<typeof conditions>, type: string): boolean {
  return all.some((one) => one.type === type && one.status === 'True');
}
