// SPDX-License-Identifier: Apache-2.0
import { compareVersions, minorsAhead, nextMinor } from '../version-numbers.ts';
import type { GuestOs } from './versions.ts';

/** The versions of a user cluster, from its file. */
export interface PresentCluster {
  readonly name: string;
  /** Exact version of its control plane. */
  readonly kubernetes: string;
  /** Operating system of the control plane; undefined if no golden image says it. */
  readonly guestOs?: GuestOs;
  /** Pools, with their version if it is not the cluster's, and their operating system. */
  readonly pools: readonly {
    readonly name: string;
    readonly kubernetes?: string;
    readonly guestOs?: GuestOs;
  }[];
}

/** One update of a user cluster, after which everything in it runs and is supported. */
export type ClusterHop =
  | { readonly what: 'control-plane'; readonly cluster: string; readonly to: string }
  | {
      readonly what: 'pool';
      readonly cluster: string;
      readonly pool: string;
      readonly to: string;
    };

/** Returns the minors from one version to another, with the exact version at the end. */
function versionsBetween(from: string, to: string): string[] {
  const between: string[] = [];
  for (let minor = nextMinor(from); minorsAhead(to, minor) > 0; minor = nextMinor(minor)) {
    between.push(minor);
  }
  return compareVersions(from, to) < 0 ? [...between, to] : [];
}

/**
 * Plans the updates of one user cluster, one minor at a time, control plane before pools.
 *
 * @param wanted - undefined: the control plane stays, and pools may stay behind.
 */
export function planClusterHops(cluster: PresentCluster, wanted: string | undefined): ClusterHop[] {
  const { kubernetes, name, pools } = cluster;
  const to = wanted ?? kubernetes;
  const at = new Map(pools.map((pool) => [pool.name, pool.kubernetes ?? kubernetes]));
  const roll = (version: string): ClusterHop[] =>
    [...at]
      .filter(([, present]) => compareVersions(present, version) < 0)
      .map(([pool]) => {
        at.set(pool, version);
        return { what: 'pool', cluster: name, pool, to: version };
      });
  return [
    // A pool that stayed behind catches up before the control plane is updated.
    ...(compareVersions(kubernetes, to) < 0 ? roll(kubernetes) : []),
    ...versionsBetween(kubernetes, to).flatMap((version): ClusterHop[] => [
      { what: 'control-plane', cluster: name, to: version },
      ...roll(version),
    ]),
    ...(wanted === undefined ? [] : roll(to)),
  ];
}
