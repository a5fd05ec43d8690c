// SPDX-License-Identifier: Apache-2.0
import { mibInGiB } from '../capacity/machine-demand.ts';
import type { ClusterUse } from './cluster-use.ts';
import type { ClusterCost, EnvironmentCost } from './cost.ts';
import { sumOf } from './money.ts';
import type { Amount } from './money.ts';

/** More or less of one thing that a cluster takes. */
export interface QuantityChange {
  /** `machines`, `CPUs`, `GiB of memory`, `GiB of <StorageClass>` or `addresses`. */
  readonly what: string;
  /** Negative: less. */
  readonly difference: number;
}

/** A user cluster that costs or takes something else. */
export interface ClusterCostChange {
  readonly cluster: string;
  readonly kind: 'new' | 'removed' | 'changed';
  readonly difference: Amount;
  readonly quantities: readonly QuantityChange[];
}

/** Effect of a change on the monthly cost. */
export interface CostDifference {
  /** Of all clusters that can be compared. */
  readonly before: Amount;
  readonly after: Amount;
  /** Clusters that differ. */
  readonly clusters: readonly ClusterCostChange[];
  /** Clusters that are in neither sum: nobody can tell what they take, before or after. */
  readonly uncounted: readonly string[];
}

/** Returns how much a cluster takes of each thing, in the order in which it is said. */
function quantitiesOf(use: ClusterUse): [what: string, quantity: number][] {
  return [
    ['machines', use.machines],
    ['CPUs', use.cpus],
    ['GiB of memory', use.memoryMib / mibInGiB],
    ...Object.entries(use.storageGiB).map(([name, gib]): [string, number] => [
      `GiB of ${name}`,
      gib,
    ]),
    ['addresses', use.addresses],
  ];
}

function quantityChanges(before?: ClusterCost, after?: ClusterCost): QuantityChange[] {
  const olds = new Map(before === undefined ? [] : quantitiesOf(before.use));
  const news = new Map(after === undefined ? [] : quantitiesOf(after.use));
  return [...new Set([...news.keys(), ...olds.keys()])]
    .map((what) => ({ what, difference: (news.get(what) ?? 0) - (olds.get(what) ?? 0) }))
    .filter(({ difference }) => difference !== 0);
}

function clusterChange(
  cluster: string,
  before?: ClusterCost,
  after?: ClusterCost,
): ClusterCostChange[] {
  const difference = (after?.sum ?? 0n) - (before?.sum ?? 0n);
  const quantities = quantityChanges(before, after);
  if (difference === 0n && quantities.length === 0) return [];
  const kind = before === undefined ? 'new' : after === undefined ? 'removed' : 'changed';
  return [{ cluster, kind, difference, quantities }];
}

const byName = ({ clusters }: EnvironmentCost) =>
  new Map(clusters.map((one) => [one.use.cluster, one]));

/** Returns what differs between the costs of two versions of an environment, in one currency. */
export function compareCosts(before: EnvironmentCost, after: EnvironmentCost): CostDifference {
  const uncounted = new Set([...before.unknown, ...after.unknown].map(({ cluster }) => cluster));
  const [olds, news] = [byName(before), byName(after)];
  const names = [...new Set([...olds.keys(), ...news.keys()])]
    .filter((name) => !uncounted.has(name))
    .sort();
  const sumOver = (costs: ReadonlyMap<string, ClusterCost>) =>
    sumOf(names.flatMap((name) => costs.get(name)?.sum ?? []));
  return {
    before: sumOver(olds),
    after: sumOver(news),
    clusters: names.flatMap((name) => clusterChange(name, olds.get(name), news.get(name))),
    uncounted: [...uncounted].sort(),
  };
}
