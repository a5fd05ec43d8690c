// SPDX-License-Identifier: Apache-2.0
import { defaultParallel } from '@strata/gitops/default-parallel';
import { SharedParts } from '@strata/gitops/shared-parts';
import { workspaceRoot } from '@strata/sandbox';
import { join } from 'node:path';
import type { Figure, Measured } from '../measure/run-measured.ts';
import { clusterConfig, environment } from '../subjects/bench-environment.ts';
import { StrataStack } from '../subjects/strata-stack.ts';
import type { Engine } from '../subjects/strata-stack.ts';
import { YardCluster } from '../yard/yard-cluster.ts';
import { Hand } from '../yard/hand.ts';
import { addHosts } from '../yard/hosts.ts';
import { installDefinitions } from '../yard/definitions.ts';
import type { BenchWorld } from './bench-world.ts';
import { publishEnvironment } from './publish.ts';
import { measuredOf } from './sample.ts';
import type { Keep } from './sample.ts';

/** Number of hosts of the infra cluster. */
const hosts = 1_000;

/** Number of parallel stacks, as gitops runs them. */
const lanes = defaultParallel;

const program = {
  program: join(workspaceRoot, 'bench/programs/fleet-cluster'),
  project: 'user-cluster',
} as const;

/** Runs an action for each item, several at a time. */
async function inLanes<T>(items: readonly T[], act: (item: T) => Promise<void>): Promise<void> {
  const waiting = [...items];
  const lane = async () => {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) await act(item);
  };
  await Promise.all(Array.from({ length: lanes }, lane));
}

/**
 * Returns the sums of many runs; for memory, the largest amount that parallel runs can have used.
 */
function together(runs: readonly Measured[], seconds: number): Measured {
  const sum = (figure: Figure) => runs.reduce((total, run) => total + run[figure], 0);
  const largest = runs.map(({ peakMiB }) => peakMiB).toSorted((a, b) => b - a);
  return {
    seconds,
    cpuBy: {},
    cpuSeconds: sum('cpuSeconds'),
    serverCpuSeconds: sum('serverCpuSeconds') / Math.min(lanes, runs.length),
    peakMiB: largest.slice(0, lanes).reduce((total, one) => total + one, 0),
    stateBytes: sum('stateBytes'),
  };
}

type Step = 'create' | 'preview' | 'change' | 'drift' | 'destroy';

/**
 * Many user clusters on one infra cluster, without the objects inside them: no machine can run a
 * hundred more API servers. Everything that a stack makes on the infra cluster is there.
 */
export class Fleet implements AsyncDisposable {
  readonly #engine: Engine;
  readonly #infra: YardCluster;
  readonly #hand: Hand;

  private constructor(engine: Engine, infra: YardCluster, hand: Hand) {
    this.#engine = engine;
    this.#infra = infra;
    this.#hand = hand;
  }

  static async open(world: BenchWorld, onError: (error: Error) => void): Promise<Fleet> {
    const folder = world.folderOf('fleet');
    const infra = await YardCluster.start({
      name: 'fleet',
      folder: join(folder, 'infra'),
      toolchain: world.toolchain,
      env: world.plainEnv,
    });
    try {
      await installDefinitions(infra.api);
      await addHosts(infra, hosts);
      const engine = world.engine('fleet', infra.pids);
      await publishEnvironment(engine, infra, hosts);
      const hand = Hand.forInfra(infra.api, () => Promise.resolve(), onError);
      return new Fleet(engine, infra, hand);
    } catch (error) {
      await infra.stop();
      throw error;
    }
  }

  /** Makes a fleet of this size, checks it for drift, changes one cluster of it, and removes it. */
  async round(round: number, size: number, keep: Keep): Promise<void> {
    const stacks: StrataStack[] = [];
    await inLanes([...Array(size).keys()], async (index) => {
      stacks[index] = await this.#stack(index);
    });
    const scenario = `fleet-${size}`;
    const take = (operation: Step, measured: Measured) =>
      keep({ scenario, tool: 'strata', operation, round, ...measured });
    const all = async (step: Step, act: (stack: StrataStack) => Promise<Measured>) => {
      const runs: Measured[] = [];
      const begin = performance.now();
      using shared = this.#share(step, stacks);
      await inLanes(stacks, async (stack) => {
        const run = await act(stack.with([], shared.variables(environment)));
        runs.push(measuredOf(run));
      });
      take(step, together(runs, (performance.now() - begin) / 1_000));
    };
    await all('create', (stack) => stack.up());
    // Measures a change of one cluster while all the others exist.
    const [first] = stacks;
    if (first !== undefined) {
      first.configure(clusterConfig({ ...shapeOf(0), workers: 5 }));
      take('change', measuredOf(await first.up()));
      take('preview', measuredOf(await first.preview()));
    }
    await all('drift', (stack) => stack.drift());
    await all('destroy', (stack) => stack.destroy());
  }

  /** Shares parts of Pulumi between the stacks of one step, as a run of gitops does. */
  #share(step: Step, stacks: readonly StrataStack[]): SharedParts {
    const { env, folder: root } = this.#engine;
    return new SharedParts({
      workspace: { root },
      env,
      operation: step === 'create' || step === 'change' ? 'up' : step,
      stacks: stacks.map(({ file }) => ({ environment, file, folder: program.program })),
      parallel: lanes,
    });
  }

  async #stack(index: number): Promise<StrataStack> {
    const place = { ...program, stack: `${environment}.fleet-${index}` };
    return StrataStack.make(this.#engine, place, clusterConfig(shapeOf(index)));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#hand.stop();
    await this.#infra.stop();
  }
}

/** Returns the shape of a cluster with five VMs: one control-plane VM and four workers. */
const shapeOf = (index: number) => ({
  address: `127.100.${1 + Math.floor(index / 250)}.${1 + (index % 250)}`,
  workers: 4,
});
