// SPDX-License-Identifier: Apache-2.0
const units = [
  { name: 'day', seconds: 86_400 },
  { name: 'hour', seconds: 3_600 },
  { name: 'minute', seconds: 60 },
  { name: 'second', seconds: 1 },
] as const;

/** Formats an ISO time, such as `2026-11-25 08:00:00 UTC`. */
export function clock(time: string): string {
  return `${time.slice(0, 10)} ${time.slice(11, 19)} UTC`;
}

/** Formats the time between two ISO times in its largest whole unit, such as `6 hours`. */
export function between(from: string, to: string): string {
  const seconds = Math.max(0, Math.floor((Date.parse(to) - Date.parse(from)) / 1_000));
  const unit = units.find((one) => seconds >= one.seconds) ?? units[3];
  const number = Math.floor(seconds / unit.seconds);
  return `${number.toLocaleString('en')} ${unit.name}${number === 1 ? '' : 's'}`;
}

const dayMilliseconds = 86_400_000;

/** Returns the whole days from one time until another; below 0 when that is over. */
export function daysUntil(end: string, from: string): number {
  return Math.floor((Date.parse(end) - Date.parse(from)) / dayMilliseconds);
}
