// SPDX-License-Identifier: Apache-2.0
import { nearestName, suggestion } from '@strata/contracts';
import type { Problem } from '@strata/contracts';
import { z } from 'zod';
import { field, text } from '@strata/contracts/fields';
import { priceDecimals } from './money.ts';

/** Every price is lower than this, so that a number of YAML has all of its digits. */
const tooHigh = 1e9;

const hasFewDecimals = (price: number) => Number(price.toFixed(priceDecimals)) === price;

const price = () =>
  field(
    z.number().min(0).lt(tooHigh).refine(hasFewDecimals),
    `a price of 0 or more, below 1000000000, with at most ${priceDecimals} decimals`,
  );

/** @see https://www.iso.org/iso-4217-currency-codes.html */
const currencies: readonly string[] = Intl.supportedValuesOf('currency');

const currency = field(
  z.string().superRefine((code, issues) => {
    if (currencies.includes(code)) return;
    const near = nearestName(code, currencies);
    const fix = near === undefined ? 'take one such as "EUR" or "USD"' : `did you mean "${near}"?`;
    issues.addIssue(`ISO 4217 has no currency "${code.slice(0, 40)}"; ${fix}`);
  }),
  'a currency of ISO 4217, such as "EUR"',
);

const storageGiB = field(
  z.record(text('the name of a StorageClass'), price()),
  'a mapping of StorageClasses to prices',
);

/** Monthly prices of an environment, `stacks/prices/<environment>.yaml`. */
export const prices = field(
  z.strictObject({
    /** Currency of all prices of the file. */
    currency,
    /** Price of a virtual CPU. */
    cpu: price(),
    /** Price of a GiB of a machine's memory. */
    memoryGiB: price(),
    /** Price of a GiB of each StorageClass of the infra cluster. */
    storageGiB,
    /** Price of an address of a load balancer. */
    address: price(),
    /**
     * Price of a host, to compare the amount that is paid with the amount that is used.
     *
     * @default no comparison
     */
    host: price().optional(),
  }),
  'a mapping with currency, cpu, memoryGiB, storageGiB and address',
);

/** Monthly prices of an environment. */
export type Prices = z.output<typeof prices>;

/** Returns the path of an environment's prices, from the root of the repository. */
export function pricesFile(environment: string): string {
  return `stacks/prices/${environment}.yaml`;
}

/**
 * Returns the StorageClasses that have a price and do not exist, whatever else is wrong with the
 * file.
 *
 * @param classes - StorageClasses of the infra cluster.
 */
export function unknownClasses(value: unknown, classes: readonly string[]): Problem[] {
  const priced =
    typeof value === 'object' && value !== null && 'storageGiB' in value
      ? value.storageGiB
      : undefined;
  if (typeof priced !== 'object' || priced === null || Array.isArray(priced)) return [];
  return Object.keys(priced)
    .filter((name) => !classes.includes(name))
    .map((name) => ({
      path: ['storageGiB', name],
      message: `the infra cluster has no StorageClass of this name; ${suggestion(name, classes)}`,
    }));
}
