// SPDX-License-Identifier: Apache-2.0

/** Bytes of one unit, or the share of a byte, by the suffix of a Kubernetes quantity. */
const units: Readonly<Record<string, number>> = {
  ...{ n: 1e-9, u: 1e-6, m: 1e-3, '': 1 },
  ...{ k: 1e3, M: 1e6, G: 1e9, T: 1e12, P: 1e15, E: 1e18 },
  ...{ Ki: 2 ** 10, Mi: 2 ** 20, Gi: 2 ** 30, Ti: 2 ** 40, Pi: 2 ** 50, Ei: 2 ** 60 },
};

const quantity = /^(?<count>\d*\.?\d+(?:[eE][+-]?\d+)?)(?<unit>\D*)$/;

/**
 * The bytes of a size as the API server writes it, a broken one rounded up.
 *
 * @throws Error when it is no quantity of storage.
 * @see https://kubernetes.io/docs/reference/kubernetes-api/common-definitions/quantity/
 */
export function bytesOf(size: string): number {
  const { count = '', unit = '' } = quantity.exec(size)?.groups ?? {};
  const factor = units[unit];
  if (count === '' || factor === undefined) throw new Error(`not a size: ${size}`);
  return Math.ceil(Number(count) * factor);
}
