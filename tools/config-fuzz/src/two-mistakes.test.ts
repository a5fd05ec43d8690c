// SPDX-License-Identifier: Apache-2.0
import fc from 'fast-check';
import { programs } from './generate/repository-files.ts';
import { hidden } from './generate/secret-texts.ts';
import { twoMistakes } from './generate/two-mistakes.ts';
import { hiddenProblems } from './judge/hidden-problems.ts';

/**
 * A few configurations, the same at every run; `STRATA_FUZZ_RUNS` and `STRATA_FUZZ_SEED` select
 * others.
 */
const runs = Number(process.env.STRATA_FUZZ_RUNS ?? 40);
const seed = Number(process.env.STRATA_FUZZ_SEED ?? 20);

test.each(programs)(
  `%s tells both of two independent mistakes (${runs} pairs, seed ${seed})`,
  async (program) => {
    const property = fc.asyncProperty(twoMistakes(program), async (mistakes) => {
      expect((await hiddenProblems(mistakes)).map(hidden)).toEqual([]);
    });
    const details = await fc.check(property, { numRuns: runs, seed });
    const [found] = details.counterexample ?? [];
    const changes = found && hidden(JSON.stringify([found.one, found.misshapen])).slice(0, 2_000);
    expect({ changes, error: details.errorInstance }).toEqual({ changes: undefined, error: null });
  },
  600_000,
);
