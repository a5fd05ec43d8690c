// SPDX-License-Identifier: Apache-2.0
import { parseStackYaml } from '@strata/contracts/stack-yaml';
import { profileFile, profilesOfFile } from '@strata/user-cluster/profile-names';
import { clusterOfFile } from './cluster-name.ts';
import type { ClusterName } from './cluster-name.ts';
import type { CommittedFile } from './committed-files.ts';

type Files = ReadonlyMap<string, CommittedFile>;

function profilesIn(text: string): readonly string[] {
  try {
    return profilesOfFile(text, parseStackYaml);
  } catch {
    // Its preview says what is wrong with it.
    return [];
  }
}

function extending(profile: string, files: Files): ClusterName[] {
  return [...files].flatMap(([path, { text }]) => {
    const cluster = clusterOfFile(path);
    if (cluster === undefined) return [];
    return profilesIn(text).some((name) => profileFile(name) === profile) ? [cluster] : [];
  });
}

const keyOf = ({ cluster, environment }: ClusterName) => `${environment}.${cluster}`;

/**
 * Returns the clusters that extend a profile in any of several versions, in the order of their names.
 *
 * @param file - path of any file, from the root of the repository; none but a profile is extended.
 */
export function extendingClusters(file: string, versions: readonly Files[]): ClusterName[] {
  if (!file.startsWith('stacks/profiles/')) return [];
  const found = versions.flatMap((files) => extending(file, files));
  const byName = new Map(found.map((one) => [keyOf(one), one]));
  return [...byName.keys()].sort().flatMap((key) => byName.get(key) ?? []);
}
