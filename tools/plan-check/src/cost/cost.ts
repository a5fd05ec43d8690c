// SPDX-License-Identifier: Apache-2.0
import type { ClusterUse, UnknownUse } from './cluster-use.ts';
import { costOfCount, costOfMib, sumOf } from './money.ts';
import type { Amount } from './money.ts';
import type { Prices } from './prices.ts';

/** Monthly cost of a user cluster. */
export interface ClusterCost {
  readonly use: ClusterUse;
  readonly cpus: Amount;
  readonly memory: Amount;
  /** By StorageClass; those without a price are missing. */
  readonly storage: Readonly<Record<string, Amount>>;
  readonly addresses: Amount;
  /** Of all that has a price. */
  readonly sum: Amount;
}

/** Monthly cost of an environment. */
export interface EnvironmentCost {
  readonly currency: string;
  readonly clusters: readonly ClusterCost[];
  /** Clusters that are in no sum. */
  readonly unknown: readonly UnknownUse[];
  /** Of all that has a price. */
  readonly sum: Amount;
}

function clusterCost(use: ClusterUse, prices: Prices): ClusterCost {
  const { storageGiB: perClass } = prices;
  const storage = Object.fromEntries(
    Object.entries(use.storageGiB).flatMap(([name, gib]) => {
      // `constructor` is the name of a StorageClass, too.
      const price = Object.hasOwn(perClass, name) ? perClass[name] : undefined;
      return price === undefined ? [] : [[name, costOfCount(gib, price)] as const];
    }),
  );
  const parts = {
    cpus: costOfCount(use.cpus, prices.cpu),
    memory: costOfMib(use.memoryMib, prices.memoryGiB),
    addresses: costOfCount(use.addresses, prices.address),
  };
  return {
    use,
    ...parts,
    storage,
    sum: sumOf([...Object.values(parts), ...Object.values(storage)]),
  };
}

/** Returns what user clusters cost a month, by the prices of their environment. */
export function environmentCost(
  uses: readonly (ClusterUse | UnknownUse)[],
  prices: Prices,
): EnvironmentCost {
  const clusters = uses.flatMap((use) => ('problem' in use ? [] : [clusterCost(use, prices)]));
  return {
    currency: prices.currency,
    clusters,
    unknown: uses.filter((use) => 'problem' in use),
    sum: sumOf(clusters.map(({ sum }) => sum)),
  };
}

/** Returns what of a cluster is in no sum, and the fix. */
export function notPriced({ storage, use }: ClusterCost, file: string): string[] {
  const classes = Object.entries(use.storageGiB).filter(([name]) => !Object.hasOwn(storage, name));
  return [
    ...classes.map(
      ([name, gib]) =>
        `${use.cluster}: ${gib} GiB of the StorageClass "${name}"; write its price into ${file}, storageGiB`,
    ),
    ...use.unknownDisks.map(
      (disk) =>
        `${use.cluster}: ${disk}; say className and sizeGiB of the disk, or storage and images of the platform`,
    ),
  ];
}
