// SPDX-License-Identifier: Apache-2.0
import type { ClusterCost, CostChange, KnownCostChange } from '../pull-request/cost-change.ts';
import { prose } from './escape-text.ts';
import { list, longest } from './list-words.ts';

/** Characters for a list about one environment, and for all environments. */
const room = { environment: 400, all: 3000 } as const;

const ofEnvironment = { between: ', ', longest: room.environment };

const name = (text: string) => prose(text, longest.name);

/** `shop + 300.00 (+2 machines, +8 CPUs)` */
function clusterWords({ change, cluster, why }: ClusterCost): string {
  return `${name(cluster)} ${change} (${prose(why, longest.problem)})`;
}

/** Lists items that no sum contains: those without a price, and clusters whose use is unknown. */
function leftOut({ compared, notPriced }: CostChange): string {
  const strangers = (compared?.uncounted ?? []).map(name);
  const uncounted =
    strangers.length === 0
      ? []
      : [
          `; <b>not compared</b>, for nobody can tell what it takes or took: ${list(strangers, ofEnvironment)}`,
        ];
  const items = notPriced.map((what) => prose(what, longest.problem));
  return [
    ...uncounted,
    ...(items.length === 0
      ? []
      : [`; <b>not priced</b>: ${list(items, { longest: room.environment })}`]),
  ].join('');
}

/** Joins the lines of a message: its first, and the problems that it lists. */
function inOneLine(message: string): string {
  const [first = '', ...problems] = message.split('\n').map((line) => line.trim());
  return [first, problems.join('; ')].join(' ').trim();
}

function environmentWords(cost: KnownCostChange): string {
  const environment = name(cost.environment);
  if ('problem' in cost) {
    return `${environment}: nobody can tell: ${prose(inOneLine(cost.problem), 2 * longest.problem)}`;
  }
  const { compared, currency, sum } = cost;
  if (compared === undefined) {
    return `${environment}: ${sum} ${currency} a month; there is nothing to compare it with: before, it had no valid prices in ${currency}${leftOut(cost)}`;
  }
  const { after, before, change, clusters, hasOtherPrices } = compared;
  if (clusters.length === 0) {
    return `${environment}: nothing more (${after} ${currency} a month)${leftOut(cost)}`;
  }
  const prices = hasOtherPrices ? '; its prices are others than before' : '';
  return `${environment}: <b>${change} ${currency} a month</b> (${before} → ${after}): ${list(clusters.map(clusterWords), ofEnvironment)}${prices}${leftOut(cost)}`;
}

/** Describes how much more or less a month costs, in each environment that has prices. */
export function costs(changes: readonly KnownCostChange[]): string {
  const words = list(changes.map(environmentWords), { longest: room.all });
  return words.endsWith('?') ? words : `${words}.`;
}
