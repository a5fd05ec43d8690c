// SPDX-License-Identifier: Apache-2.0
import { workspaceRoot } from '@strata/sandbox';
import { ApiError } from '@strata/sandbox/parts';
import type { Api } from '@strata/sandbox/parts';
import { mkdirSync, mkdtempSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  environment,
  infraValues,
  platformNamespaces,
  platformValues,
} from '../subjects/bench-environment.ts';
import { helmTool } from '../subjects/helm.ts';
import { kubectlTool } from '../subjects/kubectl.ts';
import type { PeerWorld } from '../subjects/object-sets.ts';
import { stockTool } from '../subjects/stock.ts';
import { recordObjects, strataTool } from '../subjects/strata.ts';
import type { Shapes } from '../subjects/strata.ts';
import { publishOutputs, StrataStack } from '../subjects/strata-stack.ts';
import type { Engine } from '../subjects/strata-stack.ts';
import { operations } from '../subjects/tool.ts';
import type { Operation, Tool } from '../subjects/tool.ts';
import { Yard } from '../yard/yard.ts';
import type { BenchWorld } from './bench-world.ts';
import { measuredOf, starts } from './sample.ts';
import type { Keep } from './sample.ts';

/** Node runs it before a program; see there. */
const firstResource = join(import.meta.dirname, 'first-resource.cjs');

const base = { address: '127.100.0.10', workers: 4 } as const;

/** One control-plane machine and four workers; then a port more in a policy, then six workers. */
const shapes: Shapes = {
  base,
  changed: { ...base, registryPorts: [80, 443, 5_000] },
  scaled: { ...base, registryPorts: [80, 443, 5_000], workers: 6 },
};

/** What stacks of user clusters find of the environment. */
export async function publishEnvironment(
  engine: Engine,
  yard: { readonly url: string; readonly kubeconfigText: string; readonly api: Api },
  hosts: number,
): Promise<void> {
  const { kubeconfigText: kubeconfig } = yard;
  for (const name of platformNamespaces) {
    const body = { apiVersion: 'v1', kind: 'Namespace', metadata: { name } };
    await yard.api.request('POST', '/api/v1/namespaces', { body }).catch((error: unknown) => {
      if (!(error instanceof ApiError) || error.status !== 409) throw error;
    });
  }
  const secrets = { platformKubeconfig: kubeconfig, userClustersKubeconfig: kubeconfig };
  await publishOutputs(
    engine,
    { project: 'infra', stack: environment },
    infraValues(yard.url, hosts),
    secrets,
  );
  await publishOutputs(engine, { project: 'kubevirt-stack', stack: environment }, platformValues);
}

/** The folder of the program that makes user clusters. */
export const userClusterProgram = {
  program: join(workspaceRoot, 'packages/user-cluster'),
  project: 'user-cluster',
} as const;

/** A yard with a user cluster's stack in it, and everything that it is compared with. */
export class OneCluster implements AsyncDisposable {
  readonly tools: readonly Tool[];
  readonly #floor: StrataStack;
  readonly #folder: string;
  readonly #yard: Yard;

  private constructor(tools: readonly Tool[], floor: StrataStack, folder: string, yard: Yard) {
    this.tools = tools;
    this.#floor = floor;
    this.#folder = folder;
    this.#yard = yard;
  }

  static async open(
    world: BenchWorld,
    onError: (error: Error) => void,
    quick = false,
  ): Promise<OneCluster> {
    const folder = join(world.folder, 'one-cluster');
    mkdirSync(folder);
    const yard = await Yard.open(folder, world.toolchain, world.plainEnv, onError);
    try {
      const engine = world.engine('one-cluster', yard.servers);
      await publishEnvironment(engine, yard.infra, 10);
      const place = { ...userClusterProgram, stack: `${environment}.one` };
      const stack = await StrataStack.make(engine, place);
      const peers: PeerWorld = {
        ...{ folder, env: world.plainEnv, servers: yard.servers },
        sets: await recordObjects(stack, shapes, quick),
        kubeconfigs: { infra: yard.infra.kubeconfig, tenant: yard.tenant.kubeconfig },
      };
      const stock = await stockTool(peers, join(folder, 'stock-state'));
      const kubectl = kubectlTool(peers);
      await kubectl.cleanUp();
      const strata = strataTool(stack, shapes, kubectl.cleanUp);
      const tools = [strata, kubectl, helmTool(peers), stock];
      const empty = { program: join(workspaceRoot, 'bench/programs/empty'), project: 'empty' };
      const floor = await StrataStack.make(engine, { ...empty, stack: environment });
      return new OneCluster(tools, floor, folder, yard);
    } catch (error) {
      await yard.close();
      throw error;
    }
  }

  /** What is there before any resource: an empty program, and how long programs take to get going. */
  async beginnings(round: number, tools: readonly Tool[], keep: Keep): Promise<void> {
    const common = { scenario: 'one-cluster', round };
    const floor = measuredOf(await this.#floor.preview());
    keep({ ...common, tool: 'strata', operation: 'floor', ...floor });
    for (const { name, start } of tools) {
      if (start === undefined) continue;
      const said = join(this.#folder, 'first-resource');
      const asks = { NODE_OPTIONS: `--require=${firstResource}`, STRATA_BENCH_START: said };
      for (const operation of starts) {
        const isFirst = operation === 'first-start';
        const empty = isFirst && start.compiledIn(mkdtempSync(join(this.#folder, 'compiled-')));
        const measured = measuredOf(await start.run({ ...asks, ...empty }));
        const seconds = Number(readFileSync(said, 'utf8')) / 1_000;
        keep({ ...common, tool: name, operation, ...measured, seconds });
      }
    }
  }

  /** Every tool once through the life of a cluster, one after the other. */
  async round(
    round: number,
    tools: readonly Tool[],
    keep: Keep,
    does: readonly Operation[] = operations,
  ): Promise<void> {
    for (const { cleanUp, name, run } of tools) {
      try {
        for (const operation of does) {
          const measured = await run[operation]?.();
          if (measured === undefined) continue;
          keep({ scenario: 'one-cluster', tool: name, operation, round, ...measuredOf(measured) });
        }
      } finally {
        await cleanUp();
      }
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#yard.close();
  }
}
