// SPDX-License-Identifier: Apache-2.0
import { isInside, reservedRanges } from '@strata/contracts';
import type { InfraOutputs, KubevirtStackOutputs } from '@strata/contracts';
import { toBlocks } from '../addresses/index.ts';
import { cidrOf } from './policy-peers.ts';

/** A range of addresses, and the parts that are excluded from it. */
export interface IpBlock {
  readonly cidr: string;
  readonly except?: string[];
}

type Platform = Pick<KubevirtStackOutputs, 'clusterNetwork' | 'loadBalancerPools'>;

/** Everything that has addresses and is not the internet. */
interface Surroundings {
  readonly infra: Pick<InfraOutputs, 'hosts'>;
  readonly platform: Platform;
}

/**
 * Returns the ranges of the infra cluster's pods and Services: access to them would be access to other
 * clusters' VMs.
 */
export function infraRanges({ clusterNetwork }: Platform): string[] {
  return [...clusterNetwork.podCidrs, ...clusterNetwork.serviceCidrs];
}

/** Returns the addresses of the infra cluster's API, those of the hosts that serve it among them. */
function infraApi({ clusterNetwork }: Platform): string[] {
  return (clusterNetwork.api?.addresses ?? []).map(cidrOf);
}

/** Returns ranges that a VM must not reach only because a wider range contains them. */
function unmeant(platform: Platform): string[] {
  const poolBlocks = platform.loadBalancerPools
    .flatMap(({ addresses }) => addresses)
    .flatMap(toBlocks);
  const unusable = reservedRanges.filter(({ usable }) => !usable).map(({ cidr }) => cidr);
  return [...unusable, ...infraRanges(platform), ...infraApi(platform), ...poolBlocks];
}

/**
 * Returns the internet: all IPv4 addresses except those of the platform and private ones. The infra
 * cluster, its hosts and other clusters' endpoints are in private ranges; ranges of the infra cluster,
 * addresses of its API, of its hosts and of load balancers are excluded even if they are public.
 */
export function internet({ infra, platform }: Surroundings): IpBlock {
  const cidr = '0.0.0.0/0';
  const strange = [
    ...reservedRanges.map((range) => range.cidr),
    ...unmeant(platform),
    ...infra.hosts.flatMap(({ addresses = [] }) => addresses.map(cidrOf)),
  ];
  return { cidr, except: outermost(strange.filter((other) => isInside(other, cidr))) };
}

/** Returns a configured range without the addresses inside that its author cannot have meant. */
export function meant(cidr: string, platform: Platform): IpBlock {
  // Kubernetes refuses an exception that is not inside of the range, or is all of it.
  const inside = unmeant(platform).filter((other) => other !== cidr && isInside(other, cidr));
  return inside.length === 0 ? { cidr } : { cidr, except: outermost(inside) };
}

/**
 * Returns where servers may be that a configuration names.
 *
 * @param addresses - their ranges, where the configuration lists them.
 * @default the internet
 */
export function placesOf(
  addresses: readonly string[] | undefined,
  surroundings: Surroundings,
): IpBlock[] {
  return addresses?.map((cidr) => meant(cidr, surroundings.platform)) ?? [internet(surroundings)];
}

/** Removes repetitions, and ranges that others contain. */
function outermost(cidrs: readonly string[]): string[] {
  return cidrs.filter(
    (cidr, index) =>
      !cidrs.some(
        (other, earlier) =>
          isInside(cidr, other) &&
          // Of two equal ranges, the first one stays.
          (earlier < index || !isInside(other, cidr)),
      ),
  );
}
