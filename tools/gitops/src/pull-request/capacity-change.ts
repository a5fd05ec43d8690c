// SPDX-License-Identifier: Apache-2.0
import { capacityOf, capacityProblems } from '@strata/plan-check/capacity';
import type { EnvironmentFiles } from '@strata/plan-check/address-plan';
import { capacityQuestion } from '@strata/plan-check';
import type { Version, Versions } from './version.ts';

/** Capacity of its hosts that the machines of an environment take, according to its files. */
export interface CapacityUse {
  readonly machines: number;
  readonly virtualCpus: number;
  readonly memoryGiB: number;
  /** Of all hosts, to a tenth. */
  readonly freeMemoryPercent: number;
  /** How many hosts may be lost at a time. */
  readonly hostLoss: number;
  /** Pools that no host has room for while they roll, and which roll without additional machines. */
  readonly withoutSurge: readonly string[];
  /** Limits of the environment that are not kept, in words. */
  readonly problems: readonly string[];
}

/** Capacity that an environment needs before and after a change of its files. */
export interface CapacityChange {
  readonly environment: string;
  /** Undefined: it was not there, or nobody can tell. */
  readonly before?: CapacityUse;
  /** Undefined: it is gone, or nobody can tell. */
  readonly after?: CapacityUse;
  /**
   * User clusters whose files are removed. They count as still there: what they have stays on the hosts
   * until somebody destroys it. Undefined: there are none.
   */
  readonly withoutFile?: readonly string[];
}

type Clusters = EnvironmentFiles['clusters'];

const clustersOf = ({ environments }: Version, environment: string): Clusters =>
  environments.find(({ name }) => name === environment)?.clusters ?? [];

function useOf(
  { environments, root }: Version,
  environment: string,
  withoutFile: Clusters = [],
): CapacityUse | undefined {
  const files = environments.find(({ name }) => name === environment);
  if (files === undefined) return undefined;
  try {
    const all = { ...files, clusters: [...files.clusters, ...withoutFile] };
    const question = capacityQuestion(root, all);
    const capacity = capacityOf(question);
    const { machines, memoryGiB, virtualCpus } = capacity;
    return {
      machines,
      virtualCpus,
      memoryGiB,
      freeMemoryPercent: Math.round(capacity.freeMemoryPercent * 10) / 10,
      hostLoss: question.limits.hostLoss,
      withoutSurge: capacity.whileRolling.unplaced.map(({ cluster, name }) => `${cluster}/${name}`),
      problems: capacityProblems(capacity, question.limits),
    };
  } catch {
    // The check of all files says what is wrong with them.
    return undefined;
  }
}

/** Returns the capacity of their hosts that environments need before and after a change. */
export function capacityChanges(
  [before, after]: Versions,
  environments: readonly string[],
): CapacityChange[] {
  return environments.map((environment) => {
    const names = clustersOf(after, environment).map(({ name }) => name);
    const gone = clustersOf(before, environment).filter(({ name }) => !names.includes(name));
    const [old, now] = [useOf(before, environment), useOf(after, environment, gone)];
    return {
      environment,
      ...(old && { before: old }),
      ...(now && { after: now }),
      ...(now && gone.length > 0 && { withoutFile: gone.map(({ name }) => name) }),
    };
  });
}
