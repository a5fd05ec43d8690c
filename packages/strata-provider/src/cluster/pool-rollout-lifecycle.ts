// SPDX-License-Identifier: Apache-2.0
import { flag, isChanged, text, wholeNumber } from '../lifecycle/index.ts';
import type { Lifecycle } from '../lifecycle/index.ts';
import { apiClient, ApiError, type ApiClient } from './api-client.ts';
import { readKubeconfig } from '@strata/cluster-reader/kubeconfig';
import { machineProblem, machinesOf } from './machines.ts';
import { removeOldDisks } from './old-disks.ts';
import { waitFor, type Look } from './patience.ts';
import { poolProblem } from './pool-problem.ts';
import { shortList } from './short-list.ts';

/** See {@link file://./pool-rollout.ts}. */
export interface PoolRolloutInputs {
  readonly kubeconfig: string;
  readonly namespace: string;
  readonly pool: string;
  readonly replicas: number;
  readonly generation: string;
  readonly timeoutSeconds: number;
  readonly cleanUpDisks: boolean;
}

export interface PoolRolloutOutputs {
  readonly generation: string;
  readonly machines: readonly string[];
}

const pauseSeconds = 3;

const objectName = text('the name of a Kubernetes object', /^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$/);

/** Waits until all machines of a pool are what they are to be. */
export const poolRolloutLifecycle: Lifecycle<PoolRolloutInputs, PoolRolloutOutputs> = {
  fields: {
    kubeconfig: { ...text('the text of a kubeconfig'), isSecret: true },
    namespace: objectName,
    pool: objectName,
    replicas: wholeNumber('machines', { min: 0, max: 10_000 }),
    generation: text("a label's value", /^[A-Za-z0-9]([-A-Za-z0-9_.]{0,61}[A-Za-z0-9])?$/),
    timeoutSeconds: wholeNumber('seconds', { min: 1, max: 7 * 86_400, fallback: 3600 }),
    cleanUpDisks: flag(true),
  },
  outputs: ['generation', 'machines'],
  secretOutputs: [],
  replacedBy: ['namespace', 'pool'],
  // A new login or more patience is no reason to wait again.
  renews: (next, before) =>
    isChanged(next, before.inputs, ['replicas', 'generation', 'cleanUpDisks'])
      ? ['generation', 'machines']
      : [],
  create: async (inputs, work) => {
    const { timeoutSeconds, generation } = inputs;
    const api = apiClient(await readKubeconfig(inputs.kubeconfig), { signal: work.signal });
    const machines = await waitFor(
      () => look(api, inputs),
      { timeoutSeconds, pauseSeconds },
      work,
      (waitingFor) =>
        `pool ${inputs.pool} did not get ready within ${timeoutSeconds} s: ${waitingFor}. ` +
        'Its machines go on by themselves; run pulumi up again to go on waiting',
    );
    if (inputs.cleanUpDisks) {
      const removed = await removeOldDisks(api, inputs);
      if (removed.length > 0) work.info(`removed old disks: ${shortList(removed)}`);
    }
    return { generation, machines };
  },
};

async function look(api: ApiClient, inputs: PoolRolloutInputs): Promise<Look<readonly string[]>> {
  const { replicas, generation } = inputs;
  try {
    const machines = await machinesOf(api, inputs);
    const problems = machines.flatMap((machine) => {
      const problem = machineProblem(machine, generation);
      return problem === undefined ? [] : [`${machine.vm.metadata.name} ${problem}`];
    });
    const ready = machines.length - problems.length;
    if (problems.length === 0 && machines.length === replicas) {
      return { done: machines.map(({ vm }) => vm.metadata.name) };
    }
    const excess = machines.length - replicas;
    const size = excess < 0 ? [await poolProblem(api, inputs)] : [`${excess} too many`];
    const words = [`${ready}/${replicas} ready`, ...(excess === 0 ? [] : size)];
    const all = problems.length === 0 ? words : [...words, shortList(problems)];
    return { waitingFor: all.join('; ') };
  } catch (error) {
    // An API server may restart while its machines are rolled.
    if (error instanceof ApiError && (error.status === 0 || error.status >= 500)) {
      return { waitingFor: error.message };
    }
    throw error;
  }
}
