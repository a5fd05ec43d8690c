// SPDX-License-Identifier: Apache-2.0
const mibInGiB = 1024;

/** Formats a number with at most one decimal. */
export function short(value: number): string {
  return String(Math.round(value * 10) / 10);
}

/** Formats memory. */
export function gib(memoryMib: number): string {
  return `${short(memoryMib / mibInGiB)} GiB`;
}

/** Formats a count, such as `1 host` or `2 hosts`. */
export function count(number: number, what: string): string {
  return `${number.toLocaleString('en')} ${what}${number === 1 ? '' : 's'}`;
}

/** Formats a share as a CSS width in percent. */
export function percent(part: number, whole: number): string {
  return whole === 0 ? '0%' : `${Math.round((part / whole) * 100_000) / 1000}%`;
}
