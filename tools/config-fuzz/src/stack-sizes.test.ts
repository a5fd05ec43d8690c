// SPDX-License-Identifier: Apache-2.0
import { loadManifest } from '@strata/manifests';
import { rawConfigOf } from './generate/generated-stacks.ts';
import { programs } from './generate/repository-files.ts';
import { shippedStacks } from './generate/shipped-stacks.ts';
import { outcomeOf } from './judge/outcome.ts';

const stacks = programs.flatMap((program) =>
  shippedStacks(program).map((shipped) => ({ program, stack: shipped.stack, shipped })),
);

/** Of the complete manifests of a platform, in milliseconds. */
const timeout = 120_000;

// Backends of states write all resources of a stack at every step.
// Proves: clusters.quick-stack
test.each(stacks)(
  '$program/$stack has at most 150 resources',
  async ({ shipped }) => {
    const outcome = await outcomeOf(rawConfigOf({ shipped, edits: [] }), loadManifest);
    if (outcome.end !== 'rendered') throw new Error(JSON.stringify(outcome));
    expect(outcome.resources.length).toBeLessThanOrEqual(150);
  },
  timeout,
);
