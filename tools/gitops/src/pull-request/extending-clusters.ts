// SPDX-License-Identifier: Apache-2.0
import { parseStackFileName } from '@strata/contracts/stack-file-name';
import { profileFile, profilesOfFile } from '@strata/user-cluster/profile-names';
import { parse } from 'yaml';
import type { CommittedFile } from './committed-files.ts';

/** A user cluster of an environment. */
export interface ClusterName {
  readonly environment: string;
  readonly cluster: string;
}

type Files = ReadonlyMap<string, CommittedFile>;

function profilesIn(text: string): readonly string[] {
  try {
    return profilesOfFile(text, parse);
  } catch {
    // Its preview says what is wrong with it.
    return [];
  }
}

function extending(profile: string, files: Files): ClusterName[] {
  return [...files].flatMap(([path, { text }]) => {
    const { cluster, environment, program } = parseStackFileName(path) ?? {};
    if (program !== 'user-cluster' || !cluster || !environment) return [];
    return profilesIn(text).some((name) => profileFile(name) === profile)
      ? [{ environment, cluster }]
      : [];
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
