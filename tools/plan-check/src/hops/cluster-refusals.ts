// SPDX-License-Identifier: Apache-2.0
import type { PresentCluster, Release } from '@strata/contracts';
// The page of the fleet has this code, too: what it imports must run in a browser.
import { incompatibilities, releaseVersions } from '@strata/contracts/compatibility';

/**
 * Returns why a user cluster cannot have a version of Kubernetes on a release: the reasons of the
 * cluster first, then those of the operating systems of its machines.
 */
export function clusterRefusals(
  release: Release,
  { guestOs, pools }: PresentCluster,
  kubernetes: string,
): string[] {
  const versions = { ...releaseVersions(release), kubernetes };
  const refused = (more: Pick<PresentCluster, 'guestOs'>) =>
    incompatibilities({ ...versions, ...more })
      .filter(({ level }) => level === 'refused')
      .map(({ message }) => message);
  const own = refused({});
  const groups = [
    { title: 'control plane', guestOs },
    ...pools.map((pool) => ({ title: `pool "${pool.name}"`, guestOs: pool.guestOs })),
  ];
  return [
    ...own,
    ...groups.flatMap((group) =>
      refused({ ...(group.guestOs && { guestOs: group.guestOs }) })
        .filter((message) => !own.includes(message))
        .map((message) => `${group.title}: ${message}`),
    ),
  ];
}
