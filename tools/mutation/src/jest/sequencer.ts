// SPDX-License-Identifier: Apache-2.0
import { readPlan } from './read-plan.ts';

/** Test files in the order of the plan: those beside the sources first. */
export default class PlanSequencer {
  sort<Test extends { readonly path: string }>(tests: readonly Test[]): Test[] {
    const { testFiles } = readPlan();
    return tests.toSorted((a, b) => testFiles.indexOf(a.path) - testFiles.indexOf(b.path));
  }

  /** Jest would keep how long they took, for its own order. */
  cacheResults(): void {
    // Nothing of it is used.
  }
}
