// SPDX-License-Identifier: Apache-2.0
import { isInside, overlaps, parseRange, shortestPrefix } from '@strata/contracts';
import { nextFreeAddress, nextFreeBlock, nextFreeNumber } from '@strata/plan-check/address-plan';
import type { AddressPlan } from '@strata/plan-check/address-plan';
import { podPrefixes, servicePrefixes } from '@strata/user-cluster/range-prefixes';
import type { Neighbour } from './environment-files.ts';
import type { WantedRanges } from './translate/translation.ts';

/** Address ranges, endpoint and tunnel port that a new cluster gets from its environment's plan. */
export interface Choice {
  readonly podCidr: string;
  readonly serviceCidr: string;
  readonly endpoint: string;
  readonly tunnelPort: number;
}

function valuesAt(value: unknown, path: readonly string[]): unknown[] {
  const [key, ...rest] = path;
  if (key === undefined) return [value];
  if (Array.isArray(value)) return value.flatMap((item) => valuesAt(item, path));
  if (typeof value !== 'object' || value === null) return [];
  return valuesAt((value as Readonly<Record<string, unknown>>)[key], rest);
}

/** Returns the values that the other clusters have at a path of their configuration. */
export function chosen<T>(neighbours: readonly Neighbour[], path: string): T[] {
  return neighbours
    .flatMap(({ config }) => valuesAt(config, path.split('.')))
    .filter((value) => value !== undefined) as T[];
}

/** @throws Error when the plan has run out of something. */
export function required<T>(value: T | undefined, what: string, environment: string): T {
  if (value !== undefined) return value;
  throw new Error(
    `The address plan of "${environment}" has no free ${what} left: extend it, or delete a cluster.`,
  );
}

const prefixes = { pods: podPrefixes, services: servicePrefixes } as const;

/** Returns whether a new cluster can have a range: of a size for clusters, in the plan, and free. */
function isFree(
  range: string,
  { longest, shortest }: (typeof prefixes)['pods'],
  ranges: readonly string[],
  taken: readonly string[],
): boolean {
  const own = parseRange(range);
  if (own === undefined || !ranges.some((outer) => isInside(range, outer))) return false;
  const prefix = shortestPrefix(own);
  const obstacles = taken.flatMap((one) => parseRange(one) ?? []);
  return prefix >= shortest && prefix <= longest && !obstacles.some((one) => overlaps(one, own));
}

/** Returns the range that a new cluster would like to have if it can, or else the next free one. */
function freeRange(
  kind: 'pods' | 'services',
  plan: AddressPlan,
  taken: readonly string[],
  wanted: string | undefined,
): string | undefined {
  const { prefix, ranges } = plan[kind];
  const isKept = wanted !== undefined && isFree(wanted, prefixes[kind], ranges, taken);
  return isKept ? wanted : nextFreeBlock(ranges, prefix, taken);
}

/**
 * The first of everything that no cluster of the environment has, and ranges that somebody wants if they
 * are free.
 *
 * @param leftOut - addresses that MetalLB gives to nobody.
 * @param others - addresses of hosts and DNS servers, which no cluster may have.
 * @throws Error naming what the plan has run out of.
 */
export function chooseAddresses(
  environment: string,
  plan: AddressPlan,
  neighbours: readonly Neighbour[],
  leftOut: readonly string[],
  others: readonly string[],
  wanted: WantedRanges = {},
): Choice {
  const blocks = [
    // Ranges that the check of all environments would otherwise report as overlaps.
    ...others,
    ...(plan.nodes?.ranges ?? []),
    ...(plan.infra?.pods ?? []),
    ...(plan.infra?.services ?? []),
    ...chosen<string>(neighbours, 'kubernetes.podCidr'),
    ...chosen<string>(neighbours, 'kubernetes.serviceCidr'),
  ];
  const addresses = [
    ...leftOut,
    ...others,
    ...chosen<string>(neighbours, 'controlPlane.endpoint.address'),
    ...chosen<string>(neighbours, 'access.ssh.address'),
  ];
  const { pods, services, endpoints, tunnelPorts } = plan;
  const podCidr = freeRange('pods', plan, blocks, wanted.pods);
  const serviceCidr = freeRange(
    'services',
    plan,
    [...blocks, ...(podCidr === undefined ? [] : [podCidr])],
    wanted.services,
  );
  const tunnelPort = nextFreeNumber(tunnelPorts, chosen<number>(neighbours, 'cni.tunnelPort'));
  return {
    podCidr: required(podCidr, `block /${pods.prefix} of pods`, environment),
    serviceCidr: required(serviceCidr, `block /${services.prefix} of services`, environment),
    endpoint: required(nextFreeAddress(endpoints.ranges, addresses), 'endpoint', environment),
    tunnelPort: required(tunnelPort, 'tunnel port', environment),
  };
}
