// SPDX-License-Identifier: Apache-2.0
import { minorOf, releases } from '@strata/contracts';
import type { Release } from '@strata/contracts';
import type { ClusterFacts, InstalledOperator } from '../cluster/cluster-facts.ts';

/** What the cluster's own record says about its platform. */
export interface InstalledRelease {
  /** What is rolled out, or first being so; undefined when it is of no release. */
  readonly release: Release | undefined;
  /** KubeVirt's, without a leading `v`. */
  readonly version: string;
  /** The release that is being rolled out at the moment, when it is another one. */
  readonly underWay: Release | undefined;
}

/** The release that brings a KubeVirt minor. */
export function releaseOfKubeVirt(version: string): Release | undefined {
  return releases.find(
    ({ components }) => minorOf(components.kubevirt.version) === minorOf(version),
  );
}

function isBetween({ observed, target }: InstalledOperator): boolean {
  return observed !== undefined && target !== undefined && minorOf(observed) !== minorOf(target);
}

/**
 * The release that an infra cluster runs, as KubeVirt's own status tells: not what a file or a
 * stack's state remembers, for both are wrong after an interruption or a repair by hand.
 *
 * @returns undefined when KubeVirt is not installed.
 * @see https://kubevirt.io/user-guide/cluster_admin/updating_and_deletion/
 */
export function installedRelease({ kubevirt }: ClusterFacts): InstalledRelease | undefined {
  const version = kubevirt?.observed ?? kubevirt?.target;
  if (kubevirt === undefined || version === undefined) return undefined;
  return {
    release: releaseOfKubeVirt(version),
    version,
    underWay: isBetween(kubevirt) ? releaseOfKubeVirt(kubevirt.target ?? '') : undefined,
  };
}
