// SPDX-License-Identifier: Apache-2.0
import { overlaps, parseRange, shortestPrefix, sizeOf, unusableRange } from '@strata/contracts';
import type { AddressRange, Problem } from '@strata/contracts';
import type { Check, CheckContext } from '../checks/check-context.ts';
import { poolPace } from '../machines/pool-pace.ts';
import { checkPoolAddress } from './load-balancer-pool.ts';
import { masqueradeRange } from './masquerade-range.ts';
import { nodePrefix, podPrefixes, servicePrefixes } from './range-prefixes.ts';
import { checkTakenAddress } from './taken-address.ts';

/** A range that must belong to this cluster alone. */
interface OwnRange {
  readonly path: Problem['path'];
  readonly text: string;
  readonly range: AddressRange;
}

/** Addresses that are in use by somebody else. */
interface TakenRange {
  /** Completes "overlaps ...". */
  readonly what: string;
  readonly text: string;
}

/**
 * Returns the problems of a cluster's addresses: overlaps of its pods and Services with each other, with
 * the platform's ranges and with reserved ranges; and an endpoint that is in no pool of the platform for
 * it.
 */
export const checkAddresses: Check = (context) => {
  const { kubernetes } = context.config;
  if (kubernetes === undefined) return [...checkEndpoint(context), ...checkPeers(context)];
  const pods = readCidr(['kubernetes', 'podCidr'], kubernetes.podCidr);
  const services = readCidr(['kubernetes', 'serviceCidr'], kubernetes.serviceCidr);
  const own = [pods, services].filter((one) => 'range' in one);
  const taken = takenRanges(context);
  return [
    ...[pods, services].filter((one) => 'message' in one),
    ...own.flatMap((one) => [...overlapping(one, taken), ...reserved(one)]),
    ...between(pods, services),
    ...('range' in pods ? podSize(pods, context) : []),
    ...('range' in services ? prefixProblem(services, servicePrefixes, 'Service') : []),
    ...checkEndpoint(context),
    ...checkPeers(context),
  ];
};

function readCidr(path: Problem['path'], text: string): OwnRange | Problem {
  const range = text.includes('/') ? parseRange(text) : undefined;
  if (range?.family !== 'ipv4') {
    return {
      path,
      message: `expected a range of IPv4 addresses like "10.100.0.0/16", got "${text}"`,
    };
  }
  const slash = text.indexOf('/');
  if (parseRange(text.slice(0, slash))?.first !== range.first) {
    const message = `${text} does not begin at the first address of a ${text.slice(slash)} range`;
    return { path, message };
  }
  return { path, text, range };
}

function takenRanges({ config, platform }: CheckContext): TakenRange[] {
  const { clusterNetwork, loadBalancerPools } = platform;
  const taken = (what: string, texts: readonly string[] = []) =>
    texts.map((text) => ({ what, text }));
  return [
    ...taken("the infra cluster's pods", clusterNetwork.podCidrs),
    ...taken("the infra cluster's Services", clusterNetwork.serviceCidrs),
    ...taken(
      'a DNS server of the machines',
      config.network?.dns.servers ?? clusterNetwork.dnsServers,
    ),
    ...loadBalancerPools.flatMap(({ name, addresses }) =>
      taken(`the load balancer pool "${name}"`, addresses),
    ),
    ...taken("the control plane's peers", config.controlPlane?.peers?.addresses),
    ...taken('the network that the guest of a masqueraded machine sees', [masqueradeRange]),
  ];
}

function overlapping({ path, range, text }: OwnRange, taken: readonly TakenRange[]): Problem[] {
  return taken
    .filter((other) => {
      const parsed = parseRange(other.text);
      return parsed !== undefined && overlaps(range, parsed);
    })
    .map(({ what, text: other }) => ({
      path,
      message: `${text} overlaps ${other}, ${what}; take a range that nobody has`,
    }));
}

function reserved({ path, range, text }: OwnRange): Problem[] {
  const other = unusableRange(range);
  if (other === undefined) return [];
  const message = `${text} overlaps ${other.cidr}, ${other.what}; take a range that nobody has`;
  return [{ path, message }];
}

function between(pods: OwnRange | Problem, services: OwnRange | Problem): Problem[] {
  if (!('range' in pods && 'range' in services)) return [];
  if (!overlaps(pods.range, services.range)) return [];
  const message = `${services.text} overlaps kubernetes.podCidr, ${pods.text}; pods and Services need ranges of their own`;
  return [{ path: services.path, message }];
}

function prefixProblem(
  { path, range, text }: OwnRange,
  { shortest, longest }: typeof servicePrefixes,
  what: string,
): Problem[] {
  const problem = (reason: string) => {
    const message = `${text} has ${sizeOf(range)} ${what} addresses, ${reason}; take a range from /${shortest} to /${longest}`;
    return [{ path, message }];
  };
  const prefix = shortestPrefix(range);
  if (prefix < shortest) return problem('more than Kubernetes takes');
  return prefix > longest ? problem('too few for a cluster') : [];
}

function podSize(pods: OwnRange, { config }: CheckContext): Problem[] {
  const wrongSize = prefixProblem(pods, podPrefixes, 'pod');
  if (wrongSize.length > 0) return wrongSize;
  const { controlPlane, pools = [] } = config;
  const machines = pools.reduce((sum, { replicas }) => sum + replicas, controlPlane?.replicas ?? 0);
  const room = 2 ** (nodePrefix - shortestPrefix(pods.range));
  // All pools may roll at the same time.
  const surge = pools.reduce((sum, pool) => sum + poolPace(pool).maxSurge, 0);
  if (machines + surge <= room) return [];
  const [more, wayOut] =
    machines > room
      ? ['', '']
      : [
          `, and ${surge} more while its pools roll`,
          '; in a cluster that exists, lower maxSurge of its pools',
        ];
  const message = `${pods.text} is enough for ${room} nodes, each of which takes a /${nodePrefix}, but the cluster has ${machines}${more}; it cannot be changed later, so leave room to grow${wayOut}`;
  return [{ path: pods.path, message }];
}

/**
 * Reports a subnet of peers with addresses of the infra cluster's own, and peers with an address that a
 * load balancer may get.
 */
function checkPeers({ config, platform }: CheckContext): Problem[] {
  const path = ['controlPlane', 'peers', 'addresses'];
  const addresses = config.controlPlane?.peers?.addresses ?? [];
  const { podCidrs, serviceCidrs } = platform.clusterNetwork;
  const own = [
    ...podCidrs.map((text) => ({ text, what: "the infra cluster's pods" })),
    ...serviceCidrs.map((text) => ({ text, what: "the infra cluster's Services" })),
  ];
  // All peers are in one subnet.
  const hidden = addresses
    .slice(0, 1)
    .flatMap((first) =>
      own
        .filter(({ text }) => isShared(first, text))
        .map(
          ({ text, what }) =>
            `${first} overlaps ${text}, ${what}, which machines would look for in the network of the peers; take another subnet`,
        ),
    );
  const pools = platform.loadBalancerPools.flatMap(({ name, addresses: texts }) =>
    texts.map((text) => ({ text, what: `the load balancer pool "${name}"` })),
  );
  return [
    ...hidden.map((message) => ({ path, message })),
    ...addresses.flatMap((peer, index) =>
      pools
        .filter(({ text }) => isShared(peer.replace(/\/.*/, ''), text))
        .map(({ text, what }) => ({
          path: [...path, index],
          message: `${peer} is in ${text}, ${what}; take a free address`,
        })),
    ),
  ];
}

/** Returns whether two ranges, as texts, have an address in common. */
function isShared(one: string, other: string): boolean {
  const [left, right] = [parseRange(one), parseRange(other)];
  return left !== undefined && right !== undefined && overlaps(left, right);
}

function checkEndpoint(context: CheckContext): Problem[] {
  const { controlPlane } = context.config;
  if (controlPlane === undefined) return [];
  const { address } = controlPlane.endpoint;
  const path = ['controlPlane', 'endpoint', 'address'];
  return [
    ...checkPoolAddress(address, path, context),
    ...checkTakenAddress(address, path, context),
  ];
}
