// SPDX-License-Identifier: Apache-2.0

/**
 * An exact amount of money: a whole number of the smallest part that a price has of one MiB, which is
 * 1/1024 of a millionth of the currency. Sums of amounts are exact; only texts of them are rounded.
 */
export type Amount = bigint;

/** Decimals that a price may have. */
export const priceDecimals = 6;

/** MiB in one GiB. */
const mibInGiB = 1024n;

/** Amounts in one of the currency, such as one euro. */
const amountsInOne = mibInGiB * 10n ** BigInt(priceDecimals);

/** Returns a price in units of its last decimal: 0.085 is 85000. The text of a number is exact. */
function priceUnits(price: number): bigint {
  const [whole = '', decimals = ''] = price.toFixed(priceDecimals).split('.');
  return BigInt(`${whole}${decimals}`);
}

/** Returns what a whole number of things costs, each at this price. */
export function costOfCount(count: number, price: number): Amount {
  return BigInt(count) * priceUnits(price) * mibInGiB;
}

/** Returns what memory costs, at this price of one GiB. */
export function costOfMib(mib: number, pricePerGiB: number): Amount {
  return BigInt(mib) * priceUnits(pricePerGiB);
}

/** Returns the sum of amounts. */
export function sumOf(amounts: readonly Amount[]): Amount {
  return amounts.reduce((sum, one) => sum + one, 0n);
}

/** Returns the decimals of a currency by ISO 4217: 2 for EUR, 0 for JPY. */
function decimalsOf(currency: string): number {
  const { maximumFractionDigits } = new Intl.NumberFormat('en', {
    style: 'currency',
    currency,
  }).resolvedOptions();
  return maximumFractionDigits ?? 2;
}

/** Divides numbers without a sign, and rounds half up. */
function dividedHalfUp(numerator: bigint, denominator: bigint): bigint {
  return (2n * numerator + denominator) / (2n * denominator);
}

/**
 * Returns whole part and decimals of an amount without its sign, rounded half up to the smallest unit
 * of its currency, such as a cent.
 */
function digitsOf(amount: Amount, currency: string): readonly [whole: string, decimals: string] {
  const decimals = decimalsOf(currency);
  const magnitude = amount < 0n ? -amount : amount;
  const units = dividedHalfUp(magnitude * 10n ** BigInt(decimals), amountsInOne);
  const digits = units.toString().padStart(decimals + 1, '0');
  const point = digits.length - decimals;
  return [digits.slice(0, point), digits.slice(point)];
}

const joined = (whole: string, decimals: string) =>
  decimals === '' ? whole : `${whole}.${decimals}`;

/** Returns an amount for people, rounded half up: `4 440.40`. */
export function moneyText(amount: Amount, currency: string): string {
  const [whole, decimals] = digitsOf(amount, currency);
  const text = joined(whole.replaceAll(/\B(?=(\d{3})+$)/g, ' '), decimals);
  return amount < 0n && /[1-9]/.test(text) ? `− ${text}` : text;
}

/** Returns a difference for people, with its sign: `+ 312.40`, `− 12.00`. */
export function differenceText(amount: Amount, currency: string): string {
  const text = moneyText(amount, currency);
  return text.startsWith('−') ? text : `+ ${text}`;
}

/** Returns an amount for programs, rounded half up: `4440.40`. */
export function decimalText(amount: Amount, currency: string): string {
  const text = joined(...digitsOf(amount, currency));
  return amount < 0n && /[1-9]/.test(text) ? `-${text}` : text;
}

/** Returns one amount in percent of another, rounded half up to a tenth: `46.2`. */
export function percentText(part: Amount, whole: Amount): string {
  const tenths = dividedHalfUp(part * 1000n, whole);
  return `${tenths / 10n}.${tenths % 10n}`;
}
