// SPDX-License-Identifier: Apache-2.0
import { Readable } from 'node:stream';
import { askCluster, askInfra, questionsTo } from './ask-clusters.ts';
import { askReports } from './ask-reports.ts';
import type { StackState } from './ask-stacks.ts';
import type { Asked, LiveCluster, LiveEnvironment, LiveStack } from './live-schema.ts';

/** Clusters that are asked at a time. */
const parallel = 16;

/** Where the facts of an environment are read. */
export interface LiveContext {
  readonly root: string;
  readonly states: { read(environment: string): Promise<StackState[]> };
  /** Seconds that a cluster has to answer one question. @default 10 */
  readonly seconds?: number;
}

/** Returns the kubeconfig of a stack, or why there is none. */
function kubeconfigOf(state: StackState | undefined): Asked<string> {
  const { outputs } = state ?? {};
  if (outputs === undefined) {
    return { from: 'outputs', place: 'infra', at: '', problem: 'there is no stack of infra' };
  }
  const { from, at, place, problem, value } = outputs;
  const told = problem ?? (value?.kubeconfig === undefined ? 'it outputs none' : undefined);
  return { from, at, place, value: value?.kubeconfig, problem: told && `${place}: ${told}` };
}

async function stackOf(
  { outputs, stack, update }: StackState,
  reportOf: Awaited<ReturnType<typeof askReports>>,
): Promise<LiveStack> {
  const { from, at, place, problem, value } = outputs;
  const report = await reportOf(stack.id);
  return {
    id: stack.id,
    ...(stack.cluster !== undefined && { cluster: stack.cluster }),
    update,
    outputs: { from, at, place, value: value?.told, problem },
    ...(report !== undefined && { report }),
  };
}

/** Reads the states of an environment, and asks its clusters with the kubeconfigs in them. */
export async function collectLive(name: string, context: LiveContext): Promise<LiveEnvironment> {
  const { root, seconds, states: reader } = context;
  const states = await reader.read(name);
  const infra = states.find(({ stack }) => stack.program === 'infra');
  const users = states.filter(({ stack }) => stack.cluster !== undefined);
  const reportOf = await askReports(root);
  const [stacks, infraFacts, clusters] = await Promise.all([
    Promise.all(states.map((state) => stackOf(state, reportOf))),
    askInfra(questionsTo('infra cluster', kubeconfigOf(infra), seconds)),
    Readable.from(users)
      .map(
        (state: StackState) => {
          const cluster = state.stack.cluster ?? '';
          return askCluster(cluster, questionsTo(cluster, kubeconfigOf(state), seconds));
        },
        { concurrency: parallel },
      )
      .toArray() as Promise<LiveCluster[]>,
  ]);
  return { name, at: new Date().toISOString(), facts: { stacks, ...infraFacts, clusters } };
}
