// SPDX-License-Identifier: Apache-2.0
export type { ClusterUse, UnknownUse } from './cluster-use.ts';
export { clusterUse } from './cluster-use.ts';
export type { ClusterCostChange, CostDifference, QuantityChange } from './compare-costs.ts';
export { compareCosts } from './compare-costs.ts';
export type { ClusterCost, EnvironmentCost } from './cost.ts';
export { environmentCost, notPriced } from './cost.ts';
export type { CostRow, CostRows } from './describe-cost.ts';
export { clusterCostJson, costRows, costTable } from './describe-cost.ts';
export type { Amount } from './money.ts';
export { costOfCount, decimalText, differenceText, moneyText, percentText } from './money.ts';
export type { Prices } from './prices.ts';
export { prices, pricesFile, unknownClasses } from './prices.ts';
