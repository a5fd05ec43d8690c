// SPDX-License-Identifier: Apache-2.0
import { labelKeys } from '@strata/contracts';
import type { HostFacts } from '../cluster/cluster-facts.ts';
import type { MetallbConfig } from '../config/index.ts';
import type { Announcement } from './render-address-pools.ts';

type Labels = Readonly<Record<string, string>>;

const has = (labels: Labels, wanted: Labels) =>
  Object.entries(wanted).every(([key, value]) => labels[key] === value);

/** Returns the selectors of the hosts that announce in one way; a host must match one of them. */
function selectorsOf({ l2, bgp }: MetallbConfig, way: Announcement): Labels[] {
  return way === 'l2'
    ? [l2?.nodeSelector ?? {}]
    : (bgp?.peers ?? []).map(({ nodeSelector }) => nodeSelector ?? {});
}

/** Returns the hosts that the configuration selects for one way of announcing. */
export function selectedHosts(
  metallb: MetallbConfig,
  way: Announcement,
  hosts: readonly HostFacts[],
): HostFacts[] {
  const selectors = selectorsOf(metallb, way);
  return hosts.filter(({ labels }) => selectors.some((one) => has(labels, one)));
}

/** Returns whether a host has the label by which load balancers leave it out. */
export const isExcluded = ({ labels }: HostFacts) =>
  labels[labelKeys.excludedFromBalancers] !== undefined;
