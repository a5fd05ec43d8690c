// SPDX-License-Identifier: Apache-2.0

/** What the letters behind a number multiply it by. */
const suffixes: Readonly<Record<string, number>> = {
  m: 1e-3,
  '': 1,
  k: 1e3,
  M: 1e6,
  G: 1e9,
  T: 1e12,
  Ki: 2 ** 10,
  Mi: 2 ** 20,
  Gi: 2 ** 30,
  Ti: 2 ** 40,
};

/** Bytes of a GiB. */
export const gib = 2 ** 30;

/** A number, or one with a suffix, as Kubernetes writes it. */
export type Quantity = string | number;

/**
 * The number that a quantity stands for: bytes of memory, or CPUs.
 *
 * @returns undefined when it is none.
 * @see https://kubernetes.io/docs/reference/kubernetes-api/common-definitions/quantity/
 */
export function parseQuantity(quantity: unknown): number | undefined {
  if (typeof quantity === 'number') return quantity;
  if (typeof quantity !== 'string') return undefined;
  const [, number, suffix = ''] = /^(\d+(?:\.\d+)?)([A-Za-z]*)$/.exec(quantity) ?? [];
  const factor = suffixes[suffix];
  return number === undefined || factor === undefined ? undefined : Number(number) * factor;
}
