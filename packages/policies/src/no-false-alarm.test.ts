// SPDX-License-Identifier: Apache-2.0
import fc from 'fast-check';
import { judgeEnvironment } from './test-environment/judge-environment.ts';
import { environmentFiles, environments } from './test-environment/valid-environment.ts';

/**
 * How many environments are tried: every one of them takes about half a second, so that all tests
 * try a few, the same at every run, and `npx nx run policies:thousand-environments` a thousand.
 */
const count = Number(process.env.STRATA_VALID_ENVIRONMENTS ?? '16');
const seed = Number(process.env.STRATA_ENVIRONMENT_SEED ?? '7');

test(
  `nobody objects to ${count} generated valid environments (seed ${seed})`,
  async () => {
    await fc.assert(
      fc.asyncProperty(environments, async (choice) => {
        expect(await judgeEnvironment(environmentFiles(choice), 'lab')).toEqual([]);
      }),
      { numRuns: count, seed },
    );
  },
  120_000 + count * 20_000,
);
