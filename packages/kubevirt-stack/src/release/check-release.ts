// SPDX-License-Identifier: Apache-2.0
import {
  compareVersions,
  describeSteps,
  incompatibilities,
  minorOf,
  planUpgrade,
  releases,
  releaseVersions,
  suggestion,
  supportsKubernetes,
} from '@strata/contracts';
import type { Problem, Release } from '@strata/contracts';
import type { Check } from '../checks/check-context.ts';
import type { ClusterFacts } from '../cluster/cluster-facts.ts';
import { installedRelease } from './installed-release.ts';
import type { InstalledRelease } from './installed-release.ts';

const names = releases.map(({ name }) => name);

/** Returns the path that would work, as the end of a sentence. */
function wayTo(wanted: Release, from: InstalledRelease | undefined, cluster: ClusterFacts): string {
  const kubernetes = minorOf(cluster.kubernetes);
  const steps = planUpgrade({ release: from?.release?.name, kubernetes }, wanted.name);
  if (steps !== undefined) return `go by ${describeSteps(steps)}, one update after the other`;
  const fitting = releases.filter((release) => supportsKubernetes(release, kubernetes));
  return fitting.length === 0
    ? `no release runs on Kubernetes ${kubernetes}`
    : `on Kubernetes ${kubernetes} choose ${fitting.map(({ name }) => name).join(' or ')}`;
}

/** Returns why the installed release cannot be updated to the wanted one; undefined if it can. */
function stepProblem(
  wanted: Release,
  from: InstalledRelease,
  cluster: ClusterFacts,
): string | undefined {
  const { release, underWay, version } = from;
  const wantedVersion = wanted.components.kubevirt.version;
  if (release === undefined) {
    return (
      `KubeVirt ${version} is installed, which is of no known release (${names.join(', ')}); ` +
      'bring it to the nearest of them by hand, one minor at a time'
    );
  }
  if (underWay !== undefined && underWay.name !== wanted.name) {
    return (
      `the update from ${release.name} to ${underWay.name} is under way; ` +
      `let it finish with release ${underWay.name} first`
    );
  }
  if (compareVersions(version, wantedVersion) > 0) {
    return (
      `KubeVirt ${version} is installed and cannot go back to ${wantedVersion}; ` +
      `set release ${release.name}${release.name === wanted.name ? ' in a newer checkout' : ''}`
    );
  }
  if (release.name === wanted.name || wanted.reachableFrom.includes(release.name)) return undefined;
  return `${release.name} is installed, and ${wanted.name} is more than one update away; ${wayTo(wanted, from, cluster)}`;
}

/**
 * Returns the problems that the compatibility tables find besides the release's own range of
 * Kubernetes versions.
 */
function pairProblems(wanted: Release, { kubernetes }: ClusterFacts): string[] {
  return incompatibilities({ ...releaseVersions(wanted), infraKubernetes: kubernetes })
    .filter(({ level }) => level === 'refused')
    .map(({ message }) => message);
}

function clusterProblems(wanted: Release, cluster: ClusterFacts): string[] {
  const from = installedRelease(cluster);
  const { oldest, newest } = wanted.kubernetes;
  const isSupported = supportsKubernetes(wanted, minorOf(cluster.kubernetes));
  const step = from && stepProblem(wanted, from, cluster);
  return [
    ...(step === undefined ? [] : [step]),
    ...(isSupported
      ? pairProblems(wanted, cluster)
      : [
          `release ${wanted.name} runs on Kubernetes ${oldest} to ${newest}, the infra cluster has ` +
            `${cluster.kubernetes}; ${wayTo(wanted, from, cluster)}`,
        ]),
  ];
}

/**
 * Reports an error if the release does not exist, does not fit the cluster, or cannot be reached
 * from the installed one.
 */
export const checkRelease: Check = (config, { release, cluster }) => {
  if (config.release === undefined) return [];
  const problem = (message: string): Problem => ({ path: ['release'], message });
  if (release === undefined) {
    return [problem(`no release "${config.release}"; ${suggestion(config.release, names)}`)];
  }
  return cluster === undefined ? [] : clusterProblems(release, cluster).map(problem);
};
