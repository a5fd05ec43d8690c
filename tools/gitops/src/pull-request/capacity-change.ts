// SPDX-License-Identifier: Apache-2.0
import { capacityOf, capacityProblems } from '@strata/plan-check/capacity';
import type { EnvironmentFiles } from '@strata/plan-check/address-plan';
import { capacityQuestion, readRepository } from '@strata/plan-check';

/** What the machines of an environment take of its hosts, as its files say. */
export interface CapacityUse {
  readonly machines: number;
  readonly virtualCpus: number;
  readonly memoryGiB: number;
  /** Of all hosts, to a tenth. */
  readonly freeMemoryPercent: number;
  /** How many hosts may be lost at a time. */
  readonly hostLoss: number;
  /** Limits of the environment that are not kept, in words. */
  readonly problems: readonly string[];
}

/** What an environment needs before a change of its files, and after it. */
export interface CapacityChange {
  readonly environment: string;
  /** Undefined: it was not there, or nobody can tell. */
  readonly before?: CapacityUse;
  /** Undefined: it is gone, or nobody can tell. */
  readonly after?: CapacityUse;
}

/** One version of all environments. */
interface Version {
  readonly root: string;
  readonly environments: readonly EnvironmentFiles[];
}

function useOf({ environments, root }: Version, environment: string): CapacityUse | undefined {
  const files = environments.find(({ name }) => name === environment);
  if (files === undefined) return undefined;
  try {
    const question = capacityQuestion(root, files);
    const capacity = capacityOf(question);
    const { machines, memoryGiB, virtualCpus } = capacity;
    return {
      machines,
      virtualCpus,
      memoryGiB,
      freeMemoryPercent: Math.round(capacity.freeMemoryPercent * 10) / 10,
      hostLoss: question.limits.hostLoss,
      problems: capacityProblems(capacity, question.limits),
    };
  } catch {
    // The check of all files says what is wrong with them.
    return undefined;
  }
}

/**
 * What environments need of their hosts before a change and after it.
 *
 * @param roots - folders with `stacks` as they were, and as they are.
 */
export function capacityChanges(
  [before, after]: readonly [before: string, after: string],
  environments: readonly string[],
): CapacityChange[] {
  const versionOf = (root: string) => ({ root, environments: readRepository(root).environments });
  const versions = [versionOf(before), versionOf(after)] as const;
  return environments.map((environment) => {
    const [old, now] = [useOf(versions[0], environment), useOf(versions[1], environment)];
    return { environment, ...(old && { before: old }), ...(now && { after: now }) };
  });
}
