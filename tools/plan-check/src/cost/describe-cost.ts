// SPDX-License-Identifier: Apache-2.0
import { mibInGiB } from '../capacity/machine-demand.ts';
import type { ClusterCost } from './cost.ts';
import { decimalText, moneyText, sumOf } from './money.ts';
import type { Amount } from './money.ts';

/** Amounts and quantities of a row of the table. */
interface Row extends Pick<ClusterCost, 'cpus' | 'memory' | 'storage' | 'addresses' | 'sum'> {
  readonly use: Pick<
    ClusterCost['use'],
    'cluster' | 'cpus' | 'memoryMib' | 'storageGiB' | 'addresses'
  >;
}

/** Returns the StorageClasses that any of the clusters uses, in the order of their names. */
function usedClasses(clusters: readonly ClusterCost[]): string[] {
  return [...new Set(clusters.flatMap(({ use }) => Object.keys(use.storageGiB)))].sort();
}

/** Returns GiB to a tenth. */
function gibText(memoryMib: number): string {
  return String(Math.round((memoryMib / mibInGiB) * 10) / 10);
}

function totalRow(clusters: readonly ClusterCost[]): Row {
  const total = (of: (one: ClusterCost) => number) =>
    clusters.reduce((sum, one) => sum + of(one), 0);
  const money = (of: (one: ClusterCost) => Amount | undefined) =>
    sumOf(clusters.flatMap((one) => of(one) ?? []));
  const classes = usedClasses(clusters);
  const priced = classes.filter((name) =>
    clusters.some(({ storage }) => Object.hasOwn(storage, name)),
  );
  return {
    use: {
      cluster: 'all',
      cpus: total(({ use }) => use.cpus),
      memoryMib: total(({ use }) => use.memoryMib),
      storageGiB: Object.fromEntries(
        classes.map((name) => [name, total(({ use }) => use.storageGiB[name] ?? 0)]),
      ),
      addresses: total(({ use }) => use.addresses),
    },
    cpus: money(({ cpus }) => cpus),
    memory: money(({ memory }) => memory),
    storage: Object.fromEntries(
      priced.map((name) => [name, money(({ storage }) => storage[name])]),
    ),
    addresses: money(({ addresses }) => addresses),
    sum: money(({ sum }) => sum),
  };
}

/** Cost of a cluster, as text for people. */
export interface CostRow {
  readonly name: string;
  /** Amount and quantity of each thing: `112.00 (14)`; `-` for none. */
  readonly parts: readonly string[];
  readonly sum: string;
}

/** Cost of clusters, as text for people. */
export interface CostRows {
  /**
   * Names of the parts of the rows: `CPUs`, `GiB of memory`, `GiB of <StorageClass>`, `addresses`.
   */
  readonly things: readonly string[];
  readonly clusters: readonly CostRow[];
  readonly all: CostRow;
}

function rowOf(row: Row, classes: readonly string[], currency: string): CostRow {
  const { storage, use } = row;
  const part = (amount: Amount | undefined, quantity: number | string) =>
    `${amount === undefined ? 'not priced' : moneyText(amount, currency)} (${quantity})`;
  return {
    name: use.cluster,
    parts: [
      part(row.cpus, use.cpus),
      part(row.memory, gibText(use.memoryMib)),
      ...classes.map((name) => {
        const gib = use.storageGiB[name];
        return gib === undefined ? '-' : part(storage[name], gib);
      }),
      part(row.addresses, use.addresses),
    ],
    sum: moneyText(row.sum, currency),
  };
}

/** Returns what clusters cost, with how much of each thing they take, and a row with the sums. */
export function costRows(clusters: readonly ClusterCost[], currency: string): CostRows {
  const classes = usedClasses(clusters);
  return {
    things: ['CPUs', 'GiB of memory', ...classes.map((name) => `GiB of ${name}`), 'addresses'],
    clusters: clusters.map((row) => rowOf(row, classes, currency)),
    all: rowOf(totalRow(clusters), classes, currency),
  };
}

/** Returns lines with columns as wide as they need to be, numbers at the right. */
function aligned(rows: readonly (readonly string[])[]): string[] {
  const width = (column: number) => Math.max(...rows.map((row) => row[column]?.length ?? 0));
  const widths = (rows[0] ?? []).map((_, column) => width(column));
  return rows.map((row) =>
    row
      .map((cell, column) =>
        column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0),
      )
      .join('  '),
  );
}

/** Returns {@link costRows} as lines. */
export function costTable(clusters: readonly ClusterCost[], currency: string): string[] {
  const { all, clusters: rows, things } = costRows(clusters, currency);
  return aligned([
    ['cluster', ...things, 'sum'],
    ...[...rows, all].map(({ name, parts, sum }) => [name, ...parts, sum]),
  ]);
}

/** Returns what a cluster takes and costs, for programs; amounts are texts with all their digits. */
export function clusterCostJson({ storage, use, ...costs }: ClusterCost, currency: string) {
  const text = (amount: Amount) => decimalText(amount, currency);
  return {
    cluster: use.cluster,
    machines: use.machines,
    cpus: use.cpus,
    memoryMiB: use.memoryMib,
    storageGiB: use.storageGiB,
    addresses: use.addresses,
    cost: {
      cpus: text(costs.cpus),
      memory: text(costs.memory),
      storage: Object.fromEntries(
        Object.entries(storage).map(([name, amount]) => [name, text(amount)]),
      ),
      addresses: text(costs.addresses),
      sum: text(costs.sum),
    },
  };
}
