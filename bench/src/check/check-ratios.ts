// SPDX-License-Identifier: Apache-2.0
import { join } from 'node:path';
import { comparisonNames } from '../command-line.ts';
import type { ComparisonName, Wish } from '../command-line.ts';
import { readResults, resultsFolder } from '../scenarios/result-file.ts';
import { runBench } from '../scenarios/run-bench.ts';
import type { Sample } from '../scenarios/sample.ts';
import { judgeRatios } from './judge-ratios.ts';
import { costRatiosOf, ratioOf, ratiosOf } from './ratios.ts';

function recordedSamples(name: ComparisonName): readonly Sample[] {
  const results = readResults(join(resultsFolder, `${name}.json`));
  if (results !== undefined) return results.samples;
  throw new Error(`Nothing is recorded: run npm run bench -- ${name} first, and commit it.`);
}

/**
 * Measures again and compares the ratios with the recorded ones. Seconds are not compared, because
 * they come from another machine.
 *
 * @returns the exit code: 1 when something has become worse than noise explains, or is unknown.
 */
export async function checkRatios(wish: Wish): Promise<number> {
  const scenarios = comparisonNames.filter((name) => wish.scenarios.includes(name));
  const recorded = scenarios.map((name) => ({ name, samples: recordedSamples(name) }));
  const now = await runBench({ ...wish, scenarios });
  const problems = judgeRatios(
    recorded.flatMap(({ name, samples }) =>
      [...ratiosOf(name), ...costRatiosOf(name)].map((ratio) => ({
        name: `${name}: ${ratio.name}`,
        recorded: ratioOf(ratio, samples),
        now: ratioOf(ratio, now),
      })),
    ),
  );
  for (const sentence of problems) console.error(sentence);
  if (problems.length === 0) console.log('No ratio has grown by more than noise explains.');
  return problems.length === 0 ? 0 : 1;
}
