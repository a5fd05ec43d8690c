// SPDX-License-Identifier: Apache-2.0
import { workspaceRoot } from '@strata/sandbox';
import { mkdtempSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ComparisonName } from '../command-line.ts';
import { environment } from '../subjects/bench-environment.ts';
import { nothing, unrecorded } from '../subjects/experiments.ts';
import { helmTool } from '../subjects/helm.ts';
import { kubectlTool } from '../subjects/kubectl.ts';
import { unchanged } from '../subjects/object-sets.ts';
import type { PeerWorld, Staged } from '../subjects/object-sets.ts';
import { stockTool } from '../subjects/stock.ts';
import { recordObjects, strataTool } from '../subjects/strata.ts';
import { StrataStack } from '../subjects/strata-stack.ts';
import type { Engine, StackConfig, StackPlace } from '../subjects/strata-stack.ts';
import type { Tool } from '../subjects/tool.ts';
import type { BenchWorld } from './bench-world.ts';
import { comparedOperations } from './compared-operations.ts';
import { measuredOf, starts } from './sample.ts';
import type { Keep } from './sample.ts';

/** Script that Node runs before a program; see that file. */
const firstResource = join(import.meta.dirname, 'first-resource.cjs');

/**
 * Operations and tools of a quick run, which only shows that the bench works: Strata, and the tool
 * with which all others are compared.
 */
const quick = { operations: ['create', 'preview', 'destroy'], tools: ['strata', 'kubectl'] };

/** Stack, and the surroundings in which it is compared. */
export interface Compared {
  readonly scenario: ComparisonName;
  /** Folder for files of the tools. */
  readonly folder: string;
  readonly place: StackPlace;
  readonly configs: Staged<StackConfig>;
  readonly kubeconfigs: PeerWorld['kubeconfigs'];
  readonly yard: { readonly servers: readonly number[]; readonly close: () => Promise<void> };
  readonly isQuick: boolean;
  /** Seconds to wait between a create and a destroy. @default 0 */
  readonly rest?: number;
}

/** Stack in its surroundings, of which nothing has been made yet. */
export interface Ground {
  readonly compared: Compared;
  /** Publishes the outputs that the stack reads from its environment. */
  readonly publish: (engine: Engine) => Promise<void>;
}

/** Comparison of a stack of Strata with other tools that make the same objects. */
export class Comparison implements AsyncDisposable {
  readonly #compared: Compared;
  readonly #floor: StrataStack;
  readonly #tools: readonly Tool[];

  private constructor(compared: Compared, tools: readonly Tool[], floor: StrataStack) {
    this.#compared = compared;
    this.#tools = tools;
    this.#floor = floor;
  }

  /** Makes everything once, to record its objects, and prepares all tools. */
  static async open(world: BenchWorld, { compared, publish }: Ground): Promise<Comparison> {
    const { folder, isQuick, kubeconfigs, place, scenario, yard } = compared;
    try {
      const engine = world.engine(scenario, yard.servers);
      await publish(engine);
      const stack = await StrataStack.make(engine, place);
      const configs = isQuick ? unchanged(compared.configs.base) : compared.configs;
      const { sets, resources } = await recordObjects(stack, configs);
      const peers: PeerWorld = {
        folder,
        env: world.plainEnv,
        servers: yard.servers,
        kubeconfigs,
        sets,
      };
      const stock = await stockTool(peers, join(folder, 'stock-state'));
      const kubectl = kubectlTool(peers);
      await kubectl.cleanUp();
      const strata = (own: StrataStack) => strataTool(own, configs, kubectl.cleanUp);
      const tools = [
        strata(stack),
        kubectl,
        helmTool(peers),
        stock,
        await nothing(engine, resources),
        unrecorded(stack, strata),
      ];
      const empty = { program: join(workspaceRoot, 'bench/programs/empty'), project: 'empty' };
      const floor = await StrataStack.make(engine, { ...empty, stack: environment });
      return new Comparison(compared, tools, floor);
    } catch (error) {
      await yard.close();
      throw error;
    }
  }

  /** Runs all operations of every tool once, one tool after the other. */
  async round(round: number, keep: Keep): Promise<void> {
    const { isQuick, rest = 0, scenario } = this.#compared;
    if (!isQuick) await this.#beginnings(round, keep);
    for (const { cleanUp, name, run } of this.#tools) {
      if (isQuick && !quick.tools.includes(name)) continue;
      try {
        let created = 0;
        for (const operation of comparedOperations[scenario]) {
          if (isQuick && !quick.operations.includes(operation)) continue;
          if (operation === 'destroy') {
            await sleep(Math.max(0, created + rest * 1_000 - performance.now()));
          }
          const measured = await run[operation]?.();
          if (operation === 'create') created = performance.now();
          if (measured === undefined) continue;
          keep({ scenario, tool: name, operation, round, ...measuredOf(measured) });
        }
      } finally {
        await cleanUp();
      }
    }
  }

  /** Measures the time before any resource: an empty program, and the start of programs. */
  async #beginnings(round: number, keep: Keep): Promise<void> {
    const { folder, scenario } = this.#compared;
    const floor = measuredOf(await this.#floor.preview());
    keep({ scenario, round, tool: 'strata', operation: 'floor', ...floor });
    for (const { name, start } of this.#tools) {
      if (start === undefined) continue;
      const said = join(folder, 'first-resource');
      const asks = { NODE_OPTIONS: `--require=${firstResource}`, STRATA_BENCH_START: said };
      for (const operation of starts) {
        const isFirst = operation === 'first-start';
        const empty = isFirst && start.compiledIn(mkdtempSync(join(folder, 'compiled-')));
        const measured = measuredOf(await start.run({ ...asks, ...empty }));
        const seconds = Number(readFileSync(said, 'utf8')) / 1_000;
        keep({ scenario, round, tool: name, operation, ...measured, seconds });
      }
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#compared.yard.close();
  }
}
