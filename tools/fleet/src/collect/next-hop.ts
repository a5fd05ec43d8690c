// SPDX-License-Identifier: Apache-2.0
import {
  compareVersions,
  findRelease,
  minorOf,
  planClusterHops,
  releases,
} from '@strata/contracts';
import type { PresentCluster, Release } from '@strata/contracts';
import { clusterRefusals, describeHop, planHops } from '@strata/plan-check/hops';
import { kubernetesMinors } from '@strata/user-cluster/kubernetes-minors';
import type { NextHop } from '../model.ts';

/** Returns the next step of an update of the platform. */
export function nextPlatformHop(release: string, infraKubernetes: string): NextHop {
  const known: readonly Release[] = releases;
  const next = known.find(({ reachableFrom }) => reachableFrom.includes(release));
  if (next === undefined) return { state: 'newest', text: `${release} is the newest release` };
  const present = { release, infraKubernetes: minorOf(infraKubernetes), clusters: [] };
  const { hops = [], problem } = planHops(present, { release: next.name });
  const [hop] = hops;
  if (hop === undefined) return { state: 'blocked', text: problem ?? `no way to ${next.name}` };
  return { state: 'ready', text: describeHop(hop) };
}

/** Returns the next Kubernetes minor after a version, at the patch that Strata's tests run. */
function nextKubernetes(version: string): string | undefined {
  return kubernetesMinors.find(({ minor }) => compareVersions(minor, minorOf(version)) > 0)?.tested;
}

/** Returns the next step of an update of a cluster's Kubernetes. */
export function nextClusterHop(cluster: PresentCluster, releaseName: string): NextHop {
  const behind = cluster.pools.some(
    ({ kubernetes = cluster.kubernetes }) => compareVersions(kubernetes, cluster.kubernetes) < 0,
  );
  const next = behind ? cluster.kubernetes : nextKubernetes(cluster.kubernetes);
  if (next === undefined) {
    const text = `Kubernetes ${minorOf(cluster.kubernetes)} is the newest minor that Strata knows`;
    return { state: 'newest', text };
  }
  const release = findRelease(releaseName);
  const [refused] = release === undefined ? [] : clusterRefusals(release, cluster, next);
  if (refused !== undefined) return { state: 'blocked', text: refused };
  const [hop] = planClusterHops(cluster, next);
  return hop === undefined
    ? { state: 'newest', text: `Kubernetes ${cluster.kubernetes} is the newest` }
    : { state: 'ready', text: describeHop(hop) };
}
