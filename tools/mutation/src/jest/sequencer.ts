// SPDX-License-Identifier: Apache-2.0
import { readPlan } from './read-plan.ts';

/** Jest sequencer that runs test files in the order of the plan: those beside the sources first. */
export default class PlanSequencer {
  sort<Test extends { readonly path: string }>(tests: readonly Test[]): Test[] {
    const { testFiles } = readPlan();
    return tests.toSorted((a, b) => testFiles.indexOf(a.path) - testFiles.indexOf(b.path));
  }

  /** Does nothing. Jest would save how long the files took, for its own order. */
  cacheResults(): void {
    // The order of the plan needs no durations.
  }
}
