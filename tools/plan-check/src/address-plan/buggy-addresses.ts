// SPDX-License-Identifier: Apache-2.0
import { parseRange } from '@strata/contracts';
import { readEnvironment } from './environment-files.ts';
import type { EnvironmentFiles } from './environment-files.ts';
import { dotted } from './next-free.ts';

/** The part of a load balancer pool that says which of its addresses MetalLB gives out. */
export interface AddressPool {
  readonly addresses: readonly string[];
  readonly avoidBuggyIPs?: boolean | undefined;
}

/** Number of addresses of which one ends in .0 and one in .255. */
const step = 256n;

/** Returns the IPv4 addresses of a range that end in .0 or .255. */
function buggyIn(text: string): string[] {
  const range = parseRange(text);
  if (range?.family !== 'ipv4') return [];
  const { first, last } = range;
  const found: bigint[] = [];
  for (let start = first - (first % step); start <= last; start += step) {
    found.push(...[start, start + step - 1n].filter((one) => one >= first && one <= last));
  }
  return found.map(dotted);
}

/** Returns the addresses of pools that MetalLB gives to no Service, because of `avoidBuggyIPs`. */
export function buggyAddresses(pools: readonly AddressPool[]): string[] {
  return pools
    .filter(({ avoidBuggyIPs }) => avoidBuggyIPs === true)
    .flatMap(({ addresses }) => addresses.flatMap(buggyIn));
}

/** Returns the {@link buggyAddresses} of the pools that the platform's file of an environment has. */
export function leftOutAddresses(files: EnvironmentFiles): string[] {
  return buggyAddresses(readEnvironment(files).environment.platform?.metallb?.pools ?? []);
}
