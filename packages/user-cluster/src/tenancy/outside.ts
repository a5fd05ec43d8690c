// SPDX-License-Identifier: Apache-2.0
import { parseRange } from '@strata/contracts';
import type { KubevirtStackOutputs } from '@strata/contracts';
import { blocksOf, isInside, reservedRanges } from '../addresses/index.ts';

/** Addresses, without some of them. */
export interface IpBlock {
  readonly cidr: string;
  readonly except?: string[];
}

type Platform = Pick<KubevirtStackOutputs, 'clusterNetwork' | 'loadBalancerPools'>;

/** The infra cluster's pods and Services; whoever may have those may have other clusters' machines. */
export function infraRanges({ clusterNetwork }: Platform): string[] {
  return [...clusterNetwork.podCidrs, ...clusterNetwork.serviceCidrs];
}

/** Addresses that a machine must not reach by a range that only happens to contain them. */
function unmeant(platform: Platform): string[] {
  const poolBlocks = platform.loadBalancerPools
    .flatMap(({ addresses }) => addresses)
    .flatMap((range) => {
      const parsed = parseRange(range);
      return parsed === undefined ? [] : blocksOf(parsed);
    });
  const unusable = reservedRanges.filter(({ usable }) => !usable).map(({ cidr }) => cidr);
  return [...unusable, ...infraRanges(platform), ...poolBlocks];
}

/**
 * The internet: IPv4 addresses of nobody around here. Not private ones, where the infra cluster,
 * its hosts and other clusters' endpoints are; not those of the infra cluster nor of load
 * balancers, should they be public.
 */
export function internet(platform: Platform): IpBlock {
  const cidr = '0.0.0.0/0';
  const strange = [...reservedRanges.map((range) => range.cidr), ...unmeant(platform)];
  return { cidr, except: outermost(strange.filter((other) => isInside(other, cidr))) };
}

/** A range as configured, without what is inside of it that nobody means by naming it. */
export function meant(cidr: string, platform: Platform): IpBlock {
  // Kubernetes refuses an exception that is not inside of the range, or all of it.
  const inside = unmeant(platform).filter((other) => other !== cidr && isInside(other, cidr));
  return inside.length === 0 ? { cidr } : { cidr, except: outermost(inside) };
}

/** Leaves out ranges that others contain, and repetitions. */
function outermost(cidrs: readonly string[]): string[] {
  return cidrs.filter(
    (cidr, index) =>
      !cidrs.some(
        (other, earlier) =>
          earlier !== index &&
          isInside(cidr, other) &&
          // Of two that are the same, the first one stays.
          (earlier < index || !isInside(other, cidr)),
      ),
  );
}
