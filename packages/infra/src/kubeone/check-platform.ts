// SPDX-License-Identifier: Apache-2.0
import {
  describeSteps,
  minorOf,
  planUpgrade,
  releases,
  supportsKubernetes,
} from '@strata/contracts';
import type { Problem } from '@strata/contracts';

/** Returns the shortest way to a release that runs on a Kubernetes minor; undefined where there is none. */
function wayTo(minor: string, from: { readonly release: string; readonly kubernetes: string }) {
  const ways = releases.flatMap((release) => {
    const steps = supportsKubernetes(release, minor) ? planUpgrade(from, release.name) : undefined;
    return steps === undefined ? [] : [steps];
  });
  return ways.sort((one, other) => one.length - other.length)[0];
}

/**
 * Reports an update of Kubernetes to a minor on which the platform does not run that is installed. There is no way back
 * from it.
 *
 * @param kubevirt - version of KubeVirt on the cluster; undefined where it has none, or it is not known.
 * @param running - version of the cluster's API server.
 * @param wanted - version of the configuration.
 */
export function checkPlatform(
  kubevirt: string | undefined,
  running: string,
  wanted: string,
): Problem[] {
  const release = releases.find(
    ({ components }) =>
      kubevirt !== undefined && minorOf(components.kubevirt.version) === minorOf(kubevirt),
  );
  const [minor, from] = [minorOf(wanted), minorOf(running)];
  if (release === undefined || minor === from || supportsKubernetes(release, minor)) return [];
  const { oldest, newest } = release.kubernetes;
  const way = wayTo(minor, { release: release.name, kubernetes: from });
  const advice =
    way === undefined
      ? 'no release of the platform that it can go to runs on that'
      : `first bring up ${describeSteps(way)} (docs/runbooks/upgrade-platform.md)`;
  return [
    {
      path: ['kubeone', 'version'],
      message: `the cluster runs the platform's release ${release.name} (KubeVirt ${kubevirt}), which runs on Kubernetes ${oldest} to ${newest}, not on ${minor}; ${advice}`,
    },
  ];
}
