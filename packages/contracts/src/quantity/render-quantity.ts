// SPDX-License-Identifier: Apache-2.0

/**
 * Renders a quantity the way the API server does, so that a refresh finds no difference.
 *
 * @see https://kubernetes.io/docs/reference/kubernetes-api/common-definitions/quantity/
 */
function canonical(value: number, base: number, suffixes: readonly string[]): string {
  const [suffix = '', ...larger] = suffixes;
  const isWhole = value !== 0 && value % base === 0 && larger.length > 0;
  return isWhole ? canonical(value / base, base, larger) : `${value}${value === 0 ? '' : suffix}`;
}

/** Renders a number of pieces. */
export function count(value: number): string {
  return canonical(value, 1000, ['', 'k', 'M']);
}

/** Renders thousandths, such as of a CPU. */
export function thousandths(value: number): string {
  return canonical(value, 1000, ['m', '', 'k', 'M']);
}

/** Renders memory or disk space in MiB. */
export function mebibytes(value: number): string {
  return canonical(value, 1024, ['Mi', 'Gi', 'Ti', 'Pi']);
}
