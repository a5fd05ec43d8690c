// SPDX-License-Identifier: Apache-2.0

/** Days before the end of a cluster at which somebody must know: enough to move what runs in it. */
export const expiryWarningDays = 14;

const dayMilliseconds = 86_400_000;

/** How far the end of a cluster is away. */
export interface ClusterExpiry {
  readonly state: 'later' | 'soon' | 'over';
  /** Whole days until it, or, once it is over, since then. */
  readonly days: number;
}

/** Returns the moment at which a day such as `2027-01-31` begins, in UTC. */
export function expiryTime(day: string): string {
  return `${day}T00:00:00Z`;
}

/**
 * Returns how far the end of a cluster is away.
 *
 * @param day - `expires` of its configuration.
 */
export function clusterExpiry(day: string, now: Date): ClusterExpiry {
  const left = Date.parse(expiryTime(day)) - now.getTime();
  const days = Math.floor(Math.abs(left) / dayMilliseconds);
  if (left <= 0) return { state: 'over', days };
  return { state: left <= expiryWarningDays * dayMilliseconds ? 'soon' : 'later', days };
}
