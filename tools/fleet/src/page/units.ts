// SPDX-License-Identifier: Apache-2.0
const mibInGiB = 1024;

/** A number with at most one digit behind the point. */
export function short(value: number): string {
  return String(Math.round(value * 10) / 10);
}

/** Memory in words. */
export function gib(memoryMib: number): string {
  return `${short(memoryMib / mibInGiB)} GiB`;
}

/** `1 host`, `2 hosts`. */
export function count(number: number, what: string): string {
  return `${number.toLocaleString('en')} ${what}${number === 1 ? '' : 's'}`;
}

/** A share as a width. */
export function percent(part: number, whole: number): string {
  return whole === 0 ? '0%' : `${Math.round((part / whole) * 100_000) / 1000}%`;
}
