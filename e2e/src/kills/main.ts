// SPDX-License-Identifier: Apache-2.0
import { workspaceRoot } from '@strata/sandbox';
import { join } from 'node:path';
import { tearDownOnce, tearDownWhenInterrupted } from '../when-interrupted.ts';
import { KillLab } from './kill-lab.ts';
import { KillRounds, undisturbed } from './kill-round.ts';
import { killSchedule } from './kill-schedule.ts';
import { KillError, killSettings } from './kill-settings.ts';
import { describeKill, renderSummary, type KillResult } from './kill-summary.ts';

/** Where the logs of the first failure are kept; Git ignores it. */
const failureFolder = join(workspaceRoot, '.strata/kills-failure');

/** Kills something at random moments of a user cluster's life, again and again. */
async function main(): Promise<boolean> {
  const anySeed = Date.now() % 2_147_483_647;
  const { kills, seed } = killSettings(process.argv.slice(2), anySeed);
  const lab = new KillLab();
  let hasFailed = false;
  const tearDown = tearDownOnce(() => (hasFailed ? lab.stop() : lab.remove()));
  tearDownWhenInterrupted(tearDown);
  const results: KillResult[] = [];
  try {
    console.log(`seed ${seed}, sandbox in ${lab.instance.dir}`);
    await lab.begin();
    const rounds = new KillRounds(lab, await undisturbed(lab));
    for (const kill of killSchedule(kills, seed)) {
      const result = await rounds.try(kill);
      results.push(result);
      console.log(`${describeKill(kill)}: ${result.end}, ${Math.round(result.seconds)} s`);
      hasFailed = result.end === 'failed';
      // The next round would start from a broken cluster.
      if (hasFailed) break;
    }
  } catch (error) {
    hasFailed = true;
    console.error(error);
  } finally {
    console.log(`\n${renderSummary(seed, results)}`);
    if (hasFailed) {
      lab.keepFailure(failureFolder);
      console.log(`Its logs and its state: ${failureFolder}`);
      console.log(
        `The sandbox: npm run sandbox -- up --name kills --state-dir ${lab.instance.dir}`,
      );
    }
    await tearDown();
  }
  return !hasFailed;
}

try {
  process.exitCode = (await main()) ? 0 : 1;
} catch (error) {
  console.error(error instanceof KillError ? error.message : error);
  process.exitCode = 1;
}
