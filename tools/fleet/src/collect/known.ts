// SPDX-License-Identifier: Apache-2.0
import { PlanError } from '@strata/plan-check';
import type { Known } from '../model.ts';

/** A fact, or what a person is told who can put right what keeps it from being known. */
export function known<T>(find: () => T): Known<T> {
  try {
    return { value: find() };
  } catch (error) {
    if (!(error instanceof PlanError)) throw error;
    return { problem: error.message };
  }
}
