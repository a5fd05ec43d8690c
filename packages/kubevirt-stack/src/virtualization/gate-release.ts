// SPDX-License-Identifier: Apache-2.0
import * as pulumi from '@pulumi/pulumi';
import { gateReleaseOf, gateReleases } from '@strata/contracts';
import type { GateRelease } from '@strata/contracts';

/**
 * Returns the release of feature gates that a KubeVirt version belongs to.
 *
 * @param version - such as `1.8.4`.
 * @throws RunError if its feature gates are not known.
 */
export function releaseOf(version: string): GateRelease {
  const release = gateReleaseOf(version);
  if (release !== undefined) return release;
  throw new pulumi.RunError(
    `the feature gates of KubeVirt ${version} are not in ` +
      'packages/contracts/src/kubevirt-minors, ' +
      `which has those of ${gateReleases.join(', ')}.`,
  );
}
