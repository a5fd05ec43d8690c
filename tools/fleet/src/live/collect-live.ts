// SPDX-License-Identifier: Apache-2.0
import { Readable } from 'node:stream';
import type { LiveCluster, LiveEnvironment, LiveStack, Reading } from './live-schema.ts';
import { pathReader, readCluster, readInfra } from './read-clusters.ts';
import type { StackState } from './stack-reader.ts';

/** User clusters that are read at the same time. */
const parallel = 16;

/** How the facts of an environment are read. */
export interface LiveContext {
  readonly stacks: { read(environment: string): Promise<StackState[]> };
  /** Seconds that a cluster has for one answer. @default 10 */
  readonly seconds?: number;
}

/** Returns the kubeconfig of a stack, or the reason why there is none. */
function kubeconfigOf(state: StackState | undefined): Reading<string> {
  if (state === undefined) {
    const at = new Date().toISOString();
    return { from: 'outputs', place: 'infra', at, problem: 'there is no stack of infra' };
  }
  const { at, from, place, problem, value } = state.outputs;
  if (value?.kubeconfig !== undefined) return { from, place, at, value: value.kubeconfig };
  return { from, place, at, problem: `${place}: ${problem ?? 'it outputs none'}` };
}

/** Returns what the page shows of a stack; its kubeconfig is left out here. */
function shownStack({ outputs, stack, writtenAt }: StackState): LiveStack {
  const { at, from, place } = outputs;
  return {
    id: stack.id,
    ...(stack.cluster !== undefined && { cluster: stack.cluster }),
    ...(writtenAt !== undefined && { writtenAt }),
    outputs:
      outputs.problem === undefined
        ? { from, place, at, value: outputs.value.shown }
        : { from, place, at, problem: outputs.problem },
  };
}

/** Reads the stacks of an environment, and its clusters with the kubeconfigs that these output. */
export async function collectLive(name: string, context: LiveContext): Promise<LiveEnvironment> {
  const { seconds, stacks } = context;
  const states = await stacks.read(name);
  const infra = states.find(({ stack }) => stack.program === 'infra');
  const users = states.filter(({ stack }) => stack.cluster !== undefined);
  const [infraFacts, clusters] = await Promise.all([
    readInfra(pathReader('infra cluster', kubeconfigOf(infra), seconds)),
    Readable.from(users)
      .map(
        (state: StackState) => {
          const cluster = state.stack.cluster ?? '';
          return readCluster(cluster, pathReader(cluster, kubeconfigOf(state), seconds));
        },
        { concurrency: parallel },
      )
      .toArray() as Promise<LiveCluster[]>,
  ]);
  const value = { stacks: states.map(shownStack), ...infraFacts, clusters };
  return { name, at: new Date().toISOString(), value };
}
