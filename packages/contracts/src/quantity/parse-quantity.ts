// SPDX-License-Identifier: Apache-2.0

/** Powers of ten, by suffix. */
const powersOfTen: Readonly<Record<string, number>> = {
  n: -9,
  u: -6,
  m: -3,
  '': 0,
  k: 3,
  M: 6,
  G: 9,
  T: 12,
  P: 15,
  E: 18,
};

/** Powers of two, by suffix. */
const powersOfTwo: Readonly<Record<string, number>> = {
  Ki: 10,
  Mi: 20,
  Gi: 30,
  Ti: 40,
  Pi: 50,
  Ei: 60,
};

const grammar =
  /^(?<sign>[+-]?)(?<whole>\d*)(?:\.(?<fraction>\d*))?(?:[eE](?<exponent>[+-]?\d+)|(?<suffix>[A-Za-z]{0,2}))$/;

/** A quantity in Kubernetes' notation: a number, or a text such as `64`, `63500m` or `1.5Gi`. */
export type Quantity = string | number;

/**
 * Returns the number that a quantity stands for: bytes of memory or storage, CPUs, pieces. As
 * precise as a number of JavaScript, which is exact up to 8 PiB in bytes.
 *
 * As in Kubernetes, digits may be missing: `Gi` and `.` are 0.
 *
 * @returns undefined if it is no quantity.
 * @see https://github.com/kubernetes/apimachinery/blob/v0.35.4/pkg/api/resource/quantity.go
 * `ParseQuantity`; its results for a thousand texts are in recorded-quantities.json
 */
export function parseQuantity(quantity: unknown): number | undefined {
  if (typeof quantity === 'number') return quantity;
  if (typeof quantity !== 'string' || quantity === '') return undefined;
  const found = grammar.exec(quantity)?.groups;
  if (found === undefined) return undefined;
  const { sign = '', whole = '', fraction = '', exponent, suffix = '' } = found;
  const two = powersOfTwo[suffix];
  const ten = two === undefined ? (exponent ?? powersOfTen[suffix]) : 0;
  if (ten === undefined) return undefined;
  // JavaScript's own parser applies the power of ten, so that the result is rounded only once.
  const value = Number(`${whole || '0'}.${fraction || '0'}e${ten}`) * 2 ** (two ?? 0);
  return sign === '-' && value !== 0 ? -value : value;
}
