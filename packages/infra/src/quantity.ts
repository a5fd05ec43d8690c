// SPDX-License-Identifier: Apache-2.0

/** What a suffix multiplies by. @see https://kubernetes.io/docs/reference/kubernetes-api/common-definitions/quantity/ */
const factors: Readonly<Record<string, number>> = {
  '': 1,
  m: 1e-3,
  k: 1e3,
  M: 1e6,
  G: 1e9,
  T: 1e12,
  P: 1e15,
  Ki: 2 ** 10,
  Mi: 2 ** 20,
  Gi: 2 ** 30,
  Ti: 2 ** 40,
  Pi: 2 ** 50,
};

/**
 * The number that a Kubernetes quantity such as `64`, `63500m` or `263521024Ki` stands for.
 *
 * @throws Error when it is no quantity.
 */
export function parseQuantity(quantity: string): number {
  const [, digits = '', suffix = ''] = /^(\d+(?:\.\d+)?)([A-Za-z]*)$/.exec(quantity) ?? [];
  const factor = factors[suffix];
  if (digits === '' || factor === undefined) throw new Error(`"${quantity}" is no quantity`);
  return Number(digits) * factor;
}
