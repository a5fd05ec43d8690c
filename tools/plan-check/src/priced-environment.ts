// SPDX-License-Identifier: Apache-2.0
import type { EnvironmentFiles } from './address-plan/index.ts';
import { clusterUses } from './cluster-uses.ts';
import { costOfCount, environmentCost, notPriced, pricesFile } from './cost/index.ts';
import type { Amount, EnvironmentCost, Prices } from './cost/index.ts';
import { hostsOf, sizesIn } from './judge-capacity.ts';
import type { CapacityInput } from './judge-capacity.ts';
import { readPrices } from './read-prices.ts';
import { PlanError } from './report.ts';

/** Monthly cost of the hosts of an environment, or the reason why it is unknown. */
export type HostCost =
  | { readonly count: number; readonly paidFor: Amount; readonly problem?: undefined }
  | { readonly problem: string };

/** An environment that has prices, and what a month of it costs. */
export interface PricedEnvironment extends EnvironmentCost {
  readonly environment: string;
  /** Path of its price file. */
  readonly file: string;
  /** Items that are in no sum, each with the fix. */
  readonly notPriced: readonly string[];
  /** Undefined: a host has no price. */
  readonly hosts?: HostCost;
}

type Outputs = Pick<CapacityInput, 'hosts' | 'platform'>;

function hostCost(root: string, environment: string, price: number, outputs: Outputs): HostCost {
  try {
    const { length: count } = hostsOf(root, environment, outputs.hosts);
    return { count, paidFor: costOfCount(count, price) };
  } catch (error) {
    if (!(error instanceof PlanError)) throw error;
    return { problem: error.message };
  }
}

/**
 * Returns what a month of an environment costs, by its own prices.
 *
 * @param prices - other prices. @default those of its price file
 * @param outputs - outputs of its stacks, where they have been read. @default read from its files
 * @returns undefined when it has no prices.
 * @throws PlanError when its price file is wrong.
 */
export function pricedEnvironment(
  root: string,
  files: EnvironmentFiles,
  outputs: Outputs = {},
  prices: Prices | undefined = readPrices(root, files.name),
): PricedEnvironment | undefined {
  if (prices === undefined) return undefined;
  const { name: environment } = files;
  const file = pricesFile(environment);
  const cost = environmentCost(clusterUses(files, sizesIn(outputs.platform)), prices);
  return {
    environment,
    file,
    ...cost,
    notPriced: [
      ...cost.unknown.map(({ cluster, problem }) => `${cluster}: ${problem}`),
      ...cost.clusters.flatMap((one) => notPriced(one, file)),
    ],
    ...(prices.host !== undefined && {
      hosts: hostCost(root, environment, prices.host, outputs),
    }),
  };
}
