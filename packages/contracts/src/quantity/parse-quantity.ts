// SPDX-License-Identifier: Apache-2.0

/** What a suffix multiplies by. */
const factors: Readonly<Record<string, number>> = {
  ...{ n: 1e-9, u: 1e-6, m: 1e-3, '': 1 },
  ...{ k: 1e3, M: 1e6, G: 1e9, T: 1e12, P: 1e15, E: 1e18 },
  ...{ Ki: 2 ** 10, Mi: 2 ** 20, Gi: 2 ** 30, Ti: 2 ** 40, Pi: 2 ** 50, Ei: 2 ** 60 },
};

const grammar =
  /^(?<sign>[+-]?)(?<whole>\d*)(?:\.(?<fraction>\d*))?(?:[eE](?<exponent>[+-]?\d+)|(?<suffix>[A-Za-z]{0,2}))$/;

/** An amount as Kubernetes writes it: a number, or a text such as `64`, `63500m` or `1.5Gi`. */
export type Quantity = string | number;

/**
 * The number that an amount stands for: bytes of memory or storage, CPUs, pieces. As precise as a
 * number of JavaScript, which is exact up to 8 PiB in bytes.
 *
 * As in Kubernetes, digits may be missing: `Gi` and `.` are 0.
 *
 * @returns undefined when it is no amount.
 * @see https://github.com/kubernetes/apimachinery/blob/v0.35.4/pkg/api/resource/quantity.go `ParseQuantity`; what it says of a thousand texts is in recorded-quantities.json
 */
export function parseQuantity(quantity: unknown): number | undefined {
  if (typeof quantity === 'number') return quantity;
  if (typeof quantity !== 'string' || quantity === '') return undefined;
  const found = grammar.exec(quantity)?.groups;
  if (found === undefined) return undefined;
  const { sign = '', whole = '', fraction = '', exponent = '0', suffix = '' } = found;
  const factor = factors[suffix];
  if (factor === undefined) return undefined;
  // The exponent is applied by the parser of numbers, which rounds once.
  const value = Number(`${whole || '0'}.${fraction || '0'}e${exponent}`) * factor;
  return sign === '-' && value !== 0 ? -value : value;
}
