// SPDX-License-Identifier: Apache-2.0
import { evaluate } from '@strata/network-policies';
import type { PolicyWorld } from '@strata/network-policies';
import { machinesOf, policyWorld } from './isolation-matrix.ts';
import type { IsolatedCluster } from './isolation-matrix.ts';
import type { PlatformPart } from './platform-parts.ts';

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

/** Returns the namespaces of the platform, with the label that Kubernetes gives each. */
function namespacesOf(parts: readonly PlatformPart[]): PolicyWorld['namespaces'] {
  const names = parts.flatMap(({ targets }) =>
    targets.flatMap(({ to }) => (typeof to === 'string' ? [] : to.namespace)),
  );
  return Object.fromEntries(names.map((name) => [name, { 'kubernetes.io/metadata.name': name }]));
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
  return clusters.flatMap((cluster) =>
    parts.flatMap(({ isOffered, name, targets }) =>
      targets
        .filter((target) =>
          machinesOf(cluster).some((from) => evaluate(world, { from, ...target }).allowed),
        )
        .map(({ port, protocol, what }) => ({
          from: cluster.name,
          to: name,
          plane: platformPlane,
          by: `${protocol} ${port} of ${what}`,
          isOffered,
        })),
    ),
  );
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
