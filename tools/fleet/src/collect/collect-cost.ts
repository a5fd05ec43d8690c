// SPDX-License-Identifier: Apache-2.0
import { costRows, moneyText, percentText } from '@strata/plan-check/cost';
import { pricedEnvironment } from '@strata/plan-check';
import type { PricedEnvironment } from '@strata/plan-check';
import type { CostFacts, Known } from '../model.ts';
import type { EnvironmentContext } from './environment-context.ts';
import { known } from './known.ts';

function hostsOf({ currency, hosts, sum }: PricedEnvironment): CostFacts['hosts'] {
  if (hosts === undefined || hosts.problem !== undefined) return hosts;
  const { count, paidFor } = hosts;
  return {
    value: {
      count,
      paidFor: moneyText(paidFor, currency),
      ...(paidFor > 0n && { usedPercent: percentText(sum, paidFor) }),
    },
  };
}

function factsOf(priced: PricedEnvironment): CostFacts {
  const { clusters, currency, file, notPriced } = priced;
  const hosts = hostsOf(priced);
  return {
    currency,
    ...costRows(clusters, currency),
    notPriced,
    ...(hosts && { hosts }),
    source: { file, key: '' },
  };
}

/**
 * Returns what an environment costs a month, by its price file.
 *
 * @returns undefined when it has no price file.
 */
export function collectCost({ files, root }: EnvironmentContext): Known<CostFacts> | undefined {
  const { problem, value } = known(() => {
    const priced = pricedEnvironment(root, files);
    return priced && factsOf(priced);
  });
  if (problem !== undefined) return { problem };
  return value && { value };
}
