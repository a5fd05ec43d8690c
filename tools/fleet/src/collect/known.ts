// SPDX-License-Identifier: Apache-2.0
import { PlanError } from '@strata/plan-check';
import type { Known } from '../model.ts';

/** Returns a fact, or the message for the person who can fix the problem that hides it. */
export function known<T>(find: () => T): Known<T> {
  try {
    return { value: find() };
  } catch (error) {
    if (!(error instanceof PlanError)) throw error;
    return { problem: error.message };
  }
}
