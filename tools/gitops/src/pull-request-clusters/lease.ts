// SPDX-License-Identifier: Apache-2.0
import { clusterExpiry } from '@strata/user-cluster/cluster-expiry';

const dayLong = 86_400_000;

/**
 * Returns the day on which the cluster of a pull request expires: the first that begins when the lease
 * is over.
 *
 * @param grantedAt - time at which the label was set, in milliseconds since 1970.
 */
export function leaseEnd(grantedAt: number, leaseDays: number): string {
  const lastDay = Math.ceil((grantedAt + leaseDays * dayLong) / dayLong);
  return new Date(lastDay * dayLong).toISOString().slice(0, 10);
}

/** Whether a day such as `2027-01-31` has begun, in UTC. */
export function isOver(day: string, now: Date): boolean {
  return clusterExpiry(day, now).state === 'over';
}
