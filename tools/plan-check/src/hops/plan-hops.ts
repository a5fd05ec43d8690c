// SPDX-License-Identifier: Apache-2.0
import type { ClusterHop, Installed, PresentCluster, Release } from '@strata/contracts';
// The page of the fleet has this code, too: what it imports must run in a browser.
import { planClusterHops } from '@strata/contracts/compatibility';
import { findRelease, releases } from '@strata/contracts/releases';
import { planUpgrade, supportsKubernetes } from '@strata/contracts/upgrade-path';
import { compareVersions, minorsAhead, nextMinor } from '@strata/contracts/versions';
import { clusterRefusals } from './cluster-refusals.ts';

/** The versions that an environment runs. */
export interface Present {
  readonly release: string;
  /** Minor of the infra cluster. */
  readonly infraKubernetes: string;
  /** Whether optional operators, which have the release of the platform, are beside it. @default false */
  readonly hasAddons?: boolean;
  readonly clusters: readonly PresentCluster[];
}

/** The wanted versions; parts that are left out change as little as possible. */
export interface Target {
  readonly release?: string;
  /** Minor of the infra cluster. */
  readonly infraKubernetes?: string;
  /** Exact version of every user cluster. */
  readonly kubernetes?: string;
}

/** One update, after which everything runs and is supported. */
export type Hop =
  | { readonly what: 'addons' | 'infra-kubernetes' | 'release'; readonly to: string }
  | ClusterHop;

/** The hops, or the reason why there is no way. */
export type HopPlan =
  | { readonly hops: readonly Hop[]; readonly problem?: undefined }
  | { readonly hops?: undefined; readonly problem: string };

/** Returns the hop of the platform, and that of its addons, which refuse a platform of another release. */
function releaseHops(to: string, { hasAddons = false }: Present): Hop[] {
  return [{ what: 'release', to }, ...(hasAddons ? [{ what: 'addons', to } as const] : [])];
}

function platformHops(present: Present, target: Target, known: readonly Release[]): HopPlan {
  const wanted = target.release ?? present.release;
  const from: Installed = { release: present.release, kubernetes: present.infraKubernetes };
  const steps = planUpgrade(from, wanted, known);
  const release = known.find(({ name }) => name === wanted);
  if (steps === undefined || release === undefined) {
    const names = known.map(({ name }) => name).join(', ');
    const problem = `no way leads from release ${present.release} on Kubernetes ${present.infraKubernetes} to release ${wanted}: one release at a time, never back; there are ${names}`;
    return { problem };
  }
  const hops = steps.flatMap((step): Hop[] =>
    'release' in step
      ? releaseHops(step.release, present)
      : [{ what: 'infra-kubernetes', to: step.kubernetes }],
  );
  const reached = steps.findLast((step) => 'kubernetes' in step);
  const kubernetes =
    reached !== undefined && 'kubernetes' in reached ? reached.kubernetes : present.infraKubernetes;
  const last = target.infraKubernetes ?? kubernetes;
  if (minorsAhead(last, kubernetes) < 0) {
    const problem = `the infra cluster cannot go back from Kubernetes ${kubernetes} to ${last}`;
    return { problem };
  }
  for (let minor = kubernetes; minorsAhead(last, minor) > 0;) {
    minor = nextMinor(minor);
    if (!supportsKubernetes(release, minor)) {
      const problem = `release ${wanted} does not run on Kubernetes ${minor}, only on ${release.kubernetes.oldest} to ${release.kubernetes.newest}`;
      return { problem };
    }
    hops.push({ what: 'infra-kubernetes', to: minor });
  }
  return { hops };
}

/**
 * Plans the updates from the running versions to the wanted ones, one minor at a time: the platform
 * with its infra cluster first, then each user cluster, control plane before pools.
 *
 * @param known - replaced in tests.
 */
export function planHops(
  present: Present,
  target: Target,
  known: readonly Release[] = releases,
): HopPlan {
  const platform = platformHops(present, target, known);
  if (platform.problem !== undefined) return platform;
  const name = target.release ?? present.release;
  const release = known.find((one) => one.name === name) ?? findRelease(name);
  const hops = [...platform.hops];
  for (const cluster of present.clusters) {
    const to = target.kubernetes ?? cluster.kubernetes;
    if (compareVersions(to, cluster.kubernetes) < 0) {
      const problem = `the user cluster "${cluster.name}" cannot go back from Kubernetes ${cluster.kubernetes} to ${to}`;
      return { problem };
    }
    const [refused] = release === undefined ? [] : clusterRefusals(release, cluster, to);
    if (refused !== undefined) {
      return { problem: `the user cluster "${cluster.name}": ${refused}` };
    }
    hops.push(...planClusterHops(cluster, target.kubernetes));
  }
  return { hops };
}

/** Returns a description such as `the user cluster "shop": pool "md-a" to Kubernetes 1.35.4`. */
export function describeHop(hop: Hop): string {
  switch (hop.what) {
    case 'release':
      return `the platform to release ${hop.to}`;
    case 'addons':
      return `the addons to release ${hop.to}`;
    case 'infra-kubernetes':
      return `the infra cluster to Kubernetes ${hop.to}`;
    case 'control-plane':
      return `the user cluster "${hop.cluster}": control plane to Kubernetes ${hop.to}`;
    case 'pool':
      return `the user cluster "${hop.cluster}": pool "${hop.pool}" to Kubernetes ${hop.to}`;
  }
}
