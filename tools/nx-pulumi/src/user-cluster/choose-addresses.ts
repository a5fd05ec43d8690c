// SPDX-License-Identifier: Apache-2.0
import { nextFreeAddress, nextFreeBlock, nextFreeNumber } from '@strata/plan-check/address-plan';
import type { AddressPlan } from '@strata/plan-check/address-plan';
import type { Neighbour } from './environment-files.ts';

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

/**
 * The first of everything that no cluster of the environment has.
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
  const podCidr = nextFreeBlock(pods.ranges, pods.prefix, blocks);
  const serviceCidr = nextFreeBlock(services.ranges, services.prefix, [
    ...blocks,
    ...(podCidr === undefined ? [] : [podCidr]),
  ]);
  const tunnelPort = nextFreeNumber(tunnelPorts, chosen<number>(neighbours, 'cni.tunnelPort'));
  return {
    podCidr: required(podCidr, `block /${pods.prefix} of pods`, environment),
    serviceCidr: required(serviceCidr, `block /${services.prefix} of services`, environment),
    endpoint: required(nextFreeAddress(endpoints.ranges, addresses), 'endpoint', environment),
    tunnelPort: required(tunnelPort, 'tunnel port', environment),
  };
}
