// SPDX-License-Identifier: Apache-2.0
import { formatDuration } from '@strata/toolchain';
import { join } from 'node:path';
import type { ScenarioName, Wish } from '../command-line.ts';
import { openWorld } from './bench-world.ts';
import type { BenchWorld } from './bench-world.ts';
import { Fleet } from './fleet.ts';
import { Comparison } from './comparison.ts';
import { grounds, tellError } from './grounds.ts';
import { currentCommit, machineFacts, resultsFolder, writeResults } from './result-file.ts';
import type { Keep, Sample } from './sample.ts';

/** Function that runs one round of a scenario. */
type Round = (round: number, keep: Keep) => Promise<void>;

/** Limits of a run. */
interface Budget {
  readonly rounds: number;
  readonly endsAt: number;
}

type Scenario = (world: BenchWorld, wish: Wish, budget: Budget) => Promise<Sample[]>;

function tell({ cpuSeconds, operation, scenario, seconds, tool }: Sample): void {
  console.log(
    `${scenario}: ${tool} ${operation}: ${seconds.toFixed(2)} s (CPU ${cpuSeconds.toFixed(2)} s)`,
  );
}

/**
 * Runs rounds until there are enough or the time is up; the first one is a warm-up and does not
 * count.
 */
async function runRounds(act: Round, { endsAt, rounds }: Budget, warmsUp: boolean) {
  const samples: Sample[] = [];
  let longest = 0;
  for (let round = warmsUp ? 0 : 1; round <= rounds; round += 1) {
    const begin = Date.now();
    if (round > 1 && begin + longest > endsAt) break;
    await act(round, (sample) => {
      tell(sample);
      if (round > 0) samples.push(sample);
    });
    longest = Math.max(longest, Date.now() - begin);
  }
  return samples;
}

const compare =
  (name: keyof typeof grounds): Scenario =>
  async (world, wish, budget) => {
    const ground = await grounds[name](world, tellError, wish.quick);
    await using comparison = await Comparison.open(world, ground);
    const round: Round = (number, keep) => comparison.round(number, keep);
    return await runRounds(round, budget, !wish.quick);
  };

async function fleet(world: BenchWorld, wish: Wish, budget: Budget): Promise<Sample[]> {
  await using yard = await Fleet.open(world, tellError);
  const round: Round = async (number, keep) => {
    for (const size of wish.clusters) await yard.round(number, size, keep);
  };
  // A fleet needs no warm-up: a slow first run is one of many.
  return await runRounds(round, budget, false);
}

const scenarios: Readonly<Record<ScenarioName, Scenario>> = {
  'one-cluster': compare('one-cluster'),
  platform: compare('platform'),
  fleet,
};

/** Measures the requested scenarios, and records the results. */
export async function runBench(wish: Wish): Promise<readonly Sample[]> {
  const machine = machineFacts();
  const world = await openWorld();
  const end = Date.now() + wish.minutes * 60_000;
  const all: Sample[] = [];
  try {
    for (const [index, name] of wish.scenarios.entries()) {
      const begin = Date.now();
      // The remaining time is shared equally between this scenario and those that follow.
      const endsAt = begin + (end - begin) / (wish.scenarios.length - index);
      const samples = await scenarios[name](world, wish, { rounds: wish.rounds[name], endsAt });
      console.log(`${name}: done in ${formatDuration(Date.now() - begin)}`);
      all.push(...samples);
      if (wish.quick || wish.command !== 'run') continue;
      const results = { at: new Date().toISOString(), commit: currentCommit(), machine, samples };
      writeResults(join(resultsFolder, `${name}.json`), results);
    }
  } finally {
    world.close();
  }
  return all;
}
