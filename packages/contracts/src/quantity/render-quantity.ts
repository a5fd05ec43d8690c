// SPDX-License-Identifier: Apache-2.0

/**
 * Quantities as the API server writes them, so that a refresh finds nothing changed.
 *
 * @see https://kubernetes.io/docs/reference/kubernetes-api/common-definitions/quantity/
 */
function canonical(value: number, base: number, suffixes: readonly string[]): string {
  const [suffix = '', ...larger] = suffixes;
  const isWhole = value !== 0 && value % base === 0 && larger.length > 0;
  return isWhole ? canonical(value / base, base, larger) : `${value}${value === 0 ? '' : suffix}`;
}

/** A number of something. */
export function count(value: number): string {
  return canonical(value, 1000, ['', 'k', 'M']);
}

/** Thousandths, such as of a CPU. */
export function thousandths(value: number): string {
  return canonical(value, 1000, ['m', '', 'k', 'M']);
}

/** Memory or space on disks. */
export function mebibytes(value: number): string {
  return canonical(value, 1024, ['Mi', 'Gi', 'Ti', 'Pi']);
}
