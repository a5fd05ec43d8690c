// SPDX-License-Identifier: Apache-2.0
import { minorOf, releases } from '@strata/contracts';
import type { Release } from '@strata/contracts';
import type { ClusterFacts, InstalledOperator } from '../cluster/cluster-facts.ts';

/** The release that the cluster runs, by its own record. */
export interface InstalledRelease {
  /**
   * The release that is rolled out, or being installed for the first time; undefined if no release
   * has this KubeVirt.
   */
  readonly release: Release | undefined;
  /** Version of KubeVirt, without a leading `v`. */
  readonly version: string;
  /** The release that is being rolled out, if it is another one. */
  readonly underWay: Release | undefined;
}

/** Returns the release that contains a KubeVirt minor. */
export function releaseOfKubeVirt(version: string): Release | undefined {
  return releases.find(
    ({ components }) => minorOf(components.kubevirt.version) === minorOf(version),
  );
}

/**
 * Returns the release that an infra cluster runs, from KubeVirt's own status. A file or a stack's
 * state is not used: both are wrong after an interruption or a manual repair.
 *
 * @returns undefined if KubeVirt is not installed.
 * @see https://kubevirt.io/user-guide/cluster_admin/updating_and_deletion/
 */
export function installedRelease({ kubevirt }: ClusterFacts): InstalledRelease | undefined {
  const { observed, target }: Partial<InstalledOperator> = kubevirt ?? {};
  const version = observed ?? target;
  if (version === undefined) return undefined;
  const isBetween = target !== undefined && minorOf(version) !== minorOf(target);
  return {
    release: releaseOfKubeVirt(version),
    version,
    underWay: isBetween ? releaseOfKubeVirt(target) : undefined,
  };
}
