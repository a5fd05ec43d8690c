// SPDX-License-Identifier: Apache-2.0
import { fuzz } from './fuzz.ts';
import { programs } from './generate/repository-files.ts';

/** A few configurations, the same at every run; `npm run fuzz` tries ten thousand others. */
const runs = 50;
const seed = 20;

test.each(programs)(
  `%s takes or refuses ${runs} generated configurations in order (seed ${seed})`,
  async (program) => {
    const { failure, refused, rendered } = await fuzz({ program, runs, seed });
    expect(failure).toBeUndefined();
    // Checks that some configurations are rendered and some are refused.
    expect(rendered).toBeGreaterThan(runs / 10);
    expect(refused).toBeGreaterThan(runs / 10);
  },
);
