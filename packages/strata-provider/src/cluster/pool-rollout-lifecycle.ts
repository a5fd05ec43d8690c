// SPDX-License-Identifier: Apache-2.0
import { ApiClient, readKubeconfig } from '@strata/cluster-client';
import { flag, isChanged, text, wholeNumber } from '../lifecycle/index.ts';
import type { Lifecycle } from '../lifecycle/index.ts';
import { removeOldDisks } from './old-disks.ts';
import { patientLook, waitFor } from './patience.ts';
import { Rollout } from './rollout.ts';
import { shortList } from './short-list.ts';

/** Inputs of `PoolRollout`; see {@link file://./pool-rollout.ts}. */
export interface PoolRolloutInputs {
  readonly kubeconfig: string;
  readonly namespace: string;
  readonly pool: string;
  readonly replicas: number;
  readonly generation: string;
  readonly clusterKubeconfig?: string;
  readonly maxSurge: number;
  readonly maxUnavailable: number;
  readonly minReadySeconds: number;
  readonly drainSeconds: number;
  readonly timeoutSeconds: number;
  readonly unfinished?: boolean;
  readonly repeats?: number;
}

export interface PoolRolloutOutputs {
  readonly generation: string;
  readonly machines: readonly string[];
}

const pauseSeconds = 3;

const objectName = text('the name of a Kubernetes object', /^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$/);

/** Lifecycle of `PoolRollout`: replaces the machines of a pool until all have the wanted generation. */
export const poolRolloutLifecycle: Lifecycle<PoolRolloutInputs, PoolRolloutOutputs> = {
  fields: {
    kubeconfig: { ...text('the text of a kubeconfig'), isSecret: true },
    namespace: objectName,
    pool: objectName,
    replicas: wholeNumber('machines', { min: 0, max: 10_000 }),
    generation: text("a label's value", /^[A-Za-z0-9]([-A-Za-z0-9_.]{0,61}[A-Za-z0-9])?$/),
    clusterKubeconfig: { ...text('the text of a kubeconfig'), isSecret: true, isOptional: true },
    maxSurge: wholeNumber('machines', { min: 0, max: 10_000, fallback: 1 }),
    maxUnavailable: wholeNumber('machines', { min: 0, max: 10_000, fallback: 1 }),
    minReadySeconds: wholeNumber('seconds', { min: 0, max: 86_400, fallback: 0 }),
    drainSeconds: wholeNumber('seconds', { min: 0, max: 7 * 86_400, fallback: 600 }),
    timeoutSeconds: wholeNumber('seconds', { min: 1, max: 7 * 86_400, fallback: 3600 }),
    unfinished: flag(false),
  },
  outputs: ['generation', 'machines'],
  secretOutputs: [],
  replacedBy: ['namespace', 'pool'],
  // A pool with no replicas never replaces a machine.
  check: ({ maxSurge, maxUnavailable, replicas }) =>
    maxSurge === 0 && maxUnavailable === 0 && replicas !== 0
      ? [{ property: 'maxUnavailable', reason: 'must be 1 or more where maxSurge is 0' }]
      : [],
  // Another kubeconfig or timeout does not start the rollout again.
  renews: (next, before) =>
    isChanged(next, before.inputs, ['replicas', 'generation', 'repeats'])
      ? ['generation', 'machines']
      : [],
  repeatedBy: 'unfinished',
  create: async (inputs, work) => {
    const { timeoutSeconds, generation } = inputs;
    const { signal } = work;
    const clientOf = async (kubeconfig: string) =>
      new ApiClient(await readKubeconfig(kubeconfig), { signal });
    const api = await clientOf(inputs.kubeconfig);
    const { clusterKubeconfig } = inputs;
    const cluster = clusterKubeconfig === undefined ? undefined : await clientOf(clusterKubeconfig);
    const rollout = new Rollout({ infra: api, cluster }, inputs, work);
    const look = async () => {
      const found = await rollout.look();
      if (!('done' in found)) return found;
      const removed = await removeOldDisks(api, inputs);
      return { done: { machines: found.done, removed } };
    };
    const { machines, removed } = await waitFor(
      patientLook(look, work),
      { timeoutSeconds, pauseSeconds },
      work,
      (waitingFor) =>
        rollout.hasOldMachines
          ? `pool ${inputs.pool} stopped after ${timeoutSeconds} s without another machine that is new and Ready: ${waitingFor}. ` +
            'The others were not changed; the console of that machine says what it lacks ' +
            '(docs/runbooks/machine-does-not-join.md). Run pulumi up again to go on'
          : `pool ${inputs.pool} did not get ready within ${timeoutSeconds} s: ${waitingFor}. ` +
            'Its machines go on by themselves; run pulumi up again to go on waiting',
    );
    if (removed.length > 0) work.info(`removed old disks: ${shortList(removed)}`);
    return { generation, machines };
  },
};
