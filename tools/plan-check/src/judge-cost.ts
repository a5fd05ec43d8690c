// SPDX-License-Identifier: Apache-2.0
import {
  clusterCostJson,
  costTable,
  decimalText,
  moneyText,
  percentText,
  pricesFile,
} from './cost/index.ts';
import { findEnvironment, requireRead } from './find-environment.ts';
import type { CapacityInput } from './judge-capacity.ts';
import { pricedEnvironment } from './priced-environment.ts';
import type { PricedEnvironment } from './priced-environment.ts';
import type { Report } from './report.ts';
import { readRepository } from './repository-files.ts';

/** Input of {@link judgeCost}. */
export interface CostInput extends Pick<CapacityInput, 'hosts' | 'platform' | 'json'> {
  /** @default all environments that have prices */
  readonly environment?: string;
}

function hostLines({ currency, hosts, notPriced, sum }: PricedEnvironment): string[] {
  if (hosts === undefined) return [];
  if (hosts.problem !== undefined) return [`  paid for: not known: ${hosts.problem}`];
  const { count, paidFor } = hosts;
  const share = paidFor === 0n ? '' : ` (${percentText(sum, paidFor)} %)`;
  const used = `${moneyText(sum, currency)}${share}`;
  const words = notPriced.length === 0 ? used : `at least ${used}, for not all has a price`;
  return [`  paid for: ${moneyText(paidFor, currency)}, ${count} hosts; used: ${words}`];
}

function lines(one: PricedEnvironment): string[] {
  const { clusters, currency, environment, file, notPriced } = one;
  return [
    `${environment}: ${currency} a month, by ${file}`,
    ...costTable(clusters, currency).map((line) => `  ${line}`),
    ...notPriced.map((what) => `  not priced: ${what}`),
    ...hostLines(one),
  ];
}

function hostsJson({ currency, hosts, sum }: PricedEnvironment) {
  if (hosts === undefined || hosts.problem !== undefined) return hosts;
  const { count, paidFor } = hosts;
  return {
    count,
    paidFor: decimalText(paidFor, currency),
    used: decimalText(sum, currency),
    ...(paidFor > 0n && { percent: percentText(sum, paidFor) }),
  };
}

function json(one: PricedEnvironment) {
  const { clusters, currency, environment, file, notPriced, sum } = one;
  const hosts = hostsJson(one);
  return {
    environment,
    file,
    currency,
    clusters: clusters.map((cluster) => clusterCostJson(cluster, currency)),
    sum: decimalText(sum, currency),
    notPriced,
    ...(hosts && { hosts }),
  };
}

/**
 * Reports what user clusters cost a month, in each environment that has prices. Nothing of it is a
 * limit, so it never fails.
 *
 * @throws PlanError when a price file is wrong, there is no such environment, or one of its files cannot be read.
 */
export function judgeCost(root: string, input: CostInput): Report {
  const { environment, hosts, json: isJson, platform } = input;
  const outputs = { ...(hosts && { hosts }), ...(platform && { platform }) };
  const asked =
    environment === undefined
      ? readRepository(root).environments.map(requireRead)
      : [findEnvironment(root, environment)];
  const priced = asked.flatMap((files) => pricedEnvironment(root, files, outputs) ?? []);
  if (isJson) {
    const text = JSON.stringify({ environments: priced.map(json) }, undefined, 2);
    return { lines: [text], failed: false };
  }
  const missing = `There are no prices: write ${pricesFile(environment ?? '<environment>')} (docs/cost.md).`;
  const found = priced.flatMap((one, index) => [...(index === 0 ? [] : ['']), ...lines(one)]);
  return { lines: priced.length === 0 ? [missing] : found, failed: false };
}
