// SPDX-License-Identifier: Apache-2.0
import { podSecurityLabelsOf } from '@strata/kubevirt-stack/namespace-labels';
import { evaluate } from '@strata/network-policies';
import type { End, PolicyWorld } from '@strata/network-policies';
import { addressesIn, blocksOf } from './block-addresses.ts';
import type { Block } from './block-addresses.ts';
import { machinesOf, policyWorld } from './isolation-matrix.ts';
import type { IsolatedCluster } from './isolation-matrix.ts';
import type { PlatformPart, PlatformTarget } from './platform-parts.ts';
import { unjudgedNamespaceKeys } from './unjudged-labels.ts';

/** The plane of ways from a cluster to the platform. */
export const platformPlane = 'platform';

/** A possible connection from the machines of a cluster to a part of the platform. */
export interface PlatformWay {
  readonly from: string;
  /** Name of the part. */
  readonly to: string;
  readonly plane: typeof platformPlane;
  /** Port and program or address, such as `TCP 8443 of virt-handler`. */
  readonly by: string;
  /** Whether a key of a file says that machines may use the part. */
  readonly isOffered: boolean;
}

/** Stands for namespaces by labels that nothing here has. */
const otherNamespaces = 'other-namespaces';

/** Returns the namespaces of the platform, with the labels that Kubernetes and Strata give each. */
function namespacesOf(parts: readonly PlatformPart[]): PolicyWorld['namespaces'] {
  const names = parts.flatMap(({ targets }) =>
    targets.flatMap(({ to }) => (typeof to === 'string' ? [] : to.namespace)),
  );
  return Object.fromEntries(
    names.map((name) => [
      name,
      { 'kubernetes.io/metadata.name': name, ...podSecurityLabelsOf(name) },
    ]),
  );
}

/** Returns the names that rules give to ports. A program could have each of them for its own port. */
function portNames({ policies }: IsolatedCluster): string[] {
  const ports = policies.flatMap(({ spec }) =>
    (spec.egress ?? []).flatMap((rule) => rule.ports ?? []),
  );
  return ports.flatMap(({ port }) => (typeof port === 'string' ? port : []));
}

/** Returns the ends of connections to a target: of each address that rules tell apart, one. */
function endsOf(
  { port, protocol, to }: PlatformTarget,
  { podRanges }: Pick<IsolatedCluster, 'podRanges'>,
  names: readonly string[],
  blocks: readonly Block[],
): End[] {
  if (typeof to === 'string') return addressesIn(to, blocks);
  const ports = names.map((name) => ({ name, protocol, port }));
  return podRanges
    .flatMap((range) => addressesIn(range, blocks))
    .map((address) => ({ ...to, address, ports }));
}

/**
 * Returns every possible connection from machines of clusters to the platform. Only the policies of the
 * clusters are known here: what the platform itself lets in could be less.
 */
export function platformWays(
  clusters: readonly IsolatedCluster[],
  parts: readonly PlatformPart[],
): PlatformWay[] {
  const { namespaces, policies } = policyWorld(clusters);
  const world = { namespaces: { ...namespacesOf(parts), ...namespaces }, policies };
  return clusters.flatMap((cluster) => {
    const way = (to: string, isOffered: boolean, by: string): PlatformWay => ({
      from: cluster.name,
      to,
      plane: platformPlane,
      by,
      isOffered,
    });
    const machines = machinesOf(cluster);
    const [names, blocks] = [portNames(cluster), blocksOf(cluster.policies, 'egress')];
    const ways = parts.flatMap(({ isOffered, name, targets }) =>
      targets.flatMap((target) => {
        const { port, protocol, what } = target;
        const open = endsOf(target, cluster, names, blocks).filter((to) =>
          machines.some((from) => evaluate(world, { from, to, protocol, port }).allowed),
        );
        const reached = open.map((to) => what ?? (typeof to === 'string' ? to : to.address));
        return [...new Set(reached)].map((one) =>
          way(name, isOffered, `${protocol} ${port} of ${one}`),
        );
      }),
    );
    const unjudged = unjudgedNamespaceKeys(cluster.policies, machines, world.namespaces);
    return [
      ...ways,
      ...unjudged.map((key) =>
        way(otherNamespaces, false, `namespaces with the label "${key}", which cannot be judged`),
      ),
    ];
  });
}

/** Renders a table with one row for each cluster: `-`, or what its machines reach of the platform. */
export function platformTable(
  clusters: readonly Pick<IsolatedCluster, 'name'>[],
  ways: readonly PlatformWay[],
): string[] {
  const rows = clusters.map(({ name }) => {
    const own = ways.filter(({ from }) => from === name).map(({ by, to }) => `${to}: ${by}`);
    return [name, own.join(', ') || '-'];
  });
  return [['from', platformPlane], ...rows].map((row) => `| ${row.join(' | ')} |`);
}
