// SPDX-License-Identifier: Apache-2.0
import { at, clusterLabel, isInRanges, kinds, textOf, titleOf } from '../resource/index.ts';
import type { Subject } from '../resource/index.ts';
import type { ResourceRule } from '../rule/index.ts';

/** An address pool, as in the platform's configuration. */
interface Pool {
  readonly addresses: readonly string[];
  /** The only user cluster that may use it. @default all */
  readonly boundTo?: string;
}

/** Settings of this rule in an environment. */
export interface PoolSettings {
  readonly pools: Readonly<Record<string, Pool>>;
}

/** Returns the addresses that a Service requests, from the newest kind of field that has any. */
function wantedAddresses({ object }: Subject): readonly string[] {
  const wanted =
    textOf(at(object, 'metadata', 'annotations', 'metallb.io/loadBalancerIPs')) ??
    textOf(at(object, 'metadata', 'annotations', 'metallb.universe.tf/loadBalancerIPs')) ??
    textOf(at(object, 'spec', 'loadBalancerIP'));
  return wanted?.split(',').map((address) => address.trim()) ?? [];
}

/** Returns the pool that a Service names, by the newest key that names one. */
function wantedPool({ object }: Subject): string | undefined {
  return (
    textOf(at(object, 'metadata', 'annotations', 'metallb.io/address-pool')) ??
    textOf(at(object, 'metadata', 'annotations', 'metallb.universe.tf/address-pool'))
  );
}

function checkPools(subject: Subject, { pools }: PoolSettings): readonly string[] {
  const { object } = subject;
  if (Object.keys(pools).length === 0 || textOf(at(object, 'spec', 'type')) !== 'LoadBalancer') {
    return [];
  }
  const title = titleOf(subject);
  const cluster = textOf(at(object, 'metadata', 'labels', clusterLabel));
  const named = wantedPool(subject);
  const pool = named === undefined ? undefined : pools[named];
  if (named !== undefined && pool === undefined) {
    const known = Object.keys(pools).join(', ');
    return [`${title}: there is no pool "${named}"; there is ${known}.`];
  }
  if (named !== undefined && pool?.boundTo !== undefined && pool.boundTo !== cluster) {
    return [`${title}: pool "${named}" is for user cluster "${pool.boundTo}" only; use another.`];
  }
  const open = Object.entries(pools).filter(([, { boundTo }]) => (boundTo ?? cluster) === cluster);
  const candidates = named !== undefined && pool !== undefined ? [[named, pool] as const] : open;
  return wantedAddresses(subject)
    .filter((address) => !candidates.some(([, one]) => isInRanges(address, one.addresses)))
    .map(
      (address) =>
        `${title}: ${address} is not in ${candidates.map(([name, { addresses }]) => `pool "${name}" (${addresses.join(', ')})`).join(' or ')}; ` +
        'take an address from there.',
    );
}

/**
 * Rejects addresses outside a cluster's pools: they are never announced, and the Service stays
 * pending.
 */
export const loadBalancerInPool: ResourceRule<PoolSettings> = {
  name: 'load-balancer-in-pool',
  area: 'isolation',
  refuses: "A LoadBalancer Service with an address or a pool that is not its cluster's.",
  why: 'MetalLB does not assign such an address, so the Service waits until the update times out; or the address belongs to another cluster.',
  source: 'https://metallb.io/usage/#requesting-specific-ips',
  level: 'mandatory',
  settings: {
    pools: {
      what: 'pools of the environment: `{<name>: {addresses: [...], boundTo: <cluster>}}`; without any, nothing is judged',
      default: {},
      schema: {
        type: 'object',
        additionalProperties: {
          type: 'object',
          required: ['addresses'],
          properties: {
            addresses: { type: 'array', items: { type: 'string' } },
            boundTo: { type: 'string' },
          },
          additionalProperties: false,
        },
      },
    },
  },
  kinds: [kinds.service],
  check: checkPools,
};
