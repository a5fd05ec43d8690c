// SPDX-License-Identifier: Apache-2.0
import { compareCosts, differenceText, moneyText } from '@strata/plan-check/cost';
import type { ClusterCostChange, Prices, QuantityChange } from '@strata/plan-check/cost';
import { PlanError, pricedEnvironment, readPrices } from '@strata/plan-check';
import type { PricedEnvironment } from '@strata/plan-check';
import type { Version, Versions } from './version.ts';

/** Change in the cost of a user cluster. */
export interface ClusterCost {
  readonly cluster: string;
  /** `+ 300.00` */
  readonly change: string;
  /**
   * `+2 machines, +8 CPUs`, `prices` where it takes as much as before, or that its file is removed: it
   * costs as much as before until somebody destroys it.
   */
  readonly why: string;
}

/** Monthly cost of an environment after a change, compared with the cost before it. */
export interface CostChange {
  readonly environment: string;
  readonly currency: string;
  /** Of all that has a price. */
  readonly sum: string;
  /** Undefined: it had no prices, or those in another currency. */
  readonly compared?: {
    /** Of user clusters that can be compared, as `after`. */
    readonly before: string;
    readonly after: string;
    /** `+ 312.40` */
    readonly change: string;
    /** User clusters that differ. */
    readonly clusters: readonly ClusterCost[];
    /** User clusters of which nobody can tell what they take, before or after. */
    readonly uncounted: readonly string[];
    /** Whether the prices of what clusters take are other ones. */
    readonly hasOtherPrices: boolean;
  };
  /** Items that no sum includes, each with the fix. */
  readonly notPriced: readonly string[];
}

/** The same, or why nobody can tell. */
export type KnownCostChange =
  | CostChange
  | { readonly environment: string; readonly problem: string };

/** Words for one of what is counted. */
const singular: Readonly<Record<string, string>> = {
  machines: 'machine',
  CPUs: 'CPU',
  addresses: 'address',
};

function quantityText({ difference, what }: QuantityChange): string {
  const amount = Math.round(Math.abs(difference) * 1000) / 1000;
  const noun = amount === 1 ? (singular[what] ?? what) : what;
  return `${difference < 0 ? '−' : '+'}${amount} ${noun}`;
}

function whyOf({ kind, quantities }: ClusterCostChange): string {
  if (kind === 'removed') return 'its file is removed; saved only once it is destroyed';
  const words = [...(kind === 'new' ? ['new'] : []), ...quantities.map(quantityText)];
  return words.length === 0 ? 'prices' : words.join(', ');
}

/** Prices of what clusters take, as a text that can be compared. */
function ofClusters({ address, cpu, memoryGiB, storageGiB }: Prices): string {
  const classes = Object.entries(storageGiB).sort(([one], [other]) => (one < other ? -1 : 1));
  return JSON.stringify([address, cpu, memoryGiB, classes]);
}

function compared(
  before: PricedEnvironment,
  after: PricedEnvironment,
  hasOtherPrices: boolean,
): CostChange['compared'] {
  const { currency } = after;
  const difference = compareCosts(before, after);
  return {
    before: moneyText(difference.before, currency),
    after: moneyText(difference.after, currency),
    change: differenceText(difference.after - difference.before, currency),
    clusters: difference.clusters.map((one) => ({
      cluster: one.cluster,
      change: differenceText(one.difference, currency),
      why: whyOf(one),
    })),
    uncounted: difference.uncounted,
    hasOtherPrices,
  };
}

const isIn = ({ environments }: Version, environment: string) =>
  environments.some(({ name }) => name === environment);

function priced(
  { environments, root }: Version,
  environment: string,
  prices: Prices | undefined,
): PricedEnvironment | undefined {
  const files = environments.find(({ name }) => name === environment);
  const none = { name: environment, clusters: [] };
  return prices && pricedEnvironment(root, files ?? none, {}, prices);
}

/** Returns prices as they were; what was wrong with them is no matter of the change. */
function formerPrices({ root }: Version, environment: string): Prices | undefined {
  try {
    return readPrices(root, environment);
  } catch {
    return undefined;
  }
}

/** @throws PlanError when the price file is wrong. */
function costChange([before, after]: Versions, environment: string): CostChange[] {
  const old = formerPrices(before, environment);
  // An environment that is not there has the prices of when it is: all of it comes, or goes.
  const now = readPrices(after.root, environment) ?? (isIn(after, environment) ? undefined : old);
  const was = old ?? (isIn(before, environment) ? undefined : now);
  const former = priced(before, environment, was);
  const cost = priced(after, environment, now);
  if (now === undefined || cost === undefined) return [];
  const hasOtherPrices = was !== undefined && ofClusters(was) !== ofClusters(now);
  const { currency, notPriced, sum } = cost;
  return [
    {
      environment,
      currency,
      sum: moneyText(sum, currency),
      ...(former?.currency === currency && { compared: compared(former, cost, hasOtherPrices) }),
      notPriced,
    },
  ];
}

/** Returns what environments that have prices cost a month after a change, and what they cost before. */
export function costChanges(
  versions: Versions,
  environments: readonly string[],
): KnownCostChange[] {
  return environments.flatMap((environment): KnownCostChange[] => {
    try {
      return costChange(versions, environment);
    } catch (error) {
      // The check of all files says what else is wrong with them.
      const problem = error instanceof PlanError ? error.message : 'its files cannot be read';
      return [{ environment, problem }];
    }
  });
}
