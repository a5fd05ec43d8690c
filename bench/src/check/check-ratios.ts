// SPDX-License-Identifier: Apache-2.0
import { join } from 'node:path';
import type { Wish } from '../command-line.ts';
import { readResults, resultsFolder } from '../scenarios/result-file.ts';
import { runBench } from '../scenarios/run-bench.ts';
import { findRegressions } from './judge-ratios.ts';
import { ratioOf, ratios } from './ratios.ts';

/** Rounds of a check: enough for a median that one disturbance does not move. */
const rounds = 3;

/**
 * Measures again and compares the ratios with the recorded ones. Seconds are not compared: they are
 * those of another machine.
 *
 * @returns the exit code: 1 when something has become slower than noise explains.
 */
export async function checkRatios(wish: Wish): Promise<number> {
  const recorded = readResults(join(resultsFolder, 'one-cluster.json'));
  if (recorded === undefined) {
    throw new Error('Nothing is recorded: run npm run bench -- one-cluster first, and commit it.');
  }
  const now = await runBench({ ...wish, scenarios: ['one-cluster'], rounds });
  const regressions = findRegressions(
    ratios.map((ratio) => ({
      name: ratio.name,
      recorded: ratioOf(ratio, recorded.samples),
      now: ratioOf(ratio, now),
    })),
  );
  for (const sentence of regressions) console.error(sentence);
  if (regressions.length === 0) console.log('No ratio has grown by more than noise explains.');
  return regressions.length === 0 ? 0 : 1;
}
