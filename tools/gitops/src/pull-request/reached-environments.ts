// SPDX-License-Identifier: Apache-2.0
import { parseStackFileName } from '@strata/contracts/stack-file-name';
import type { FileChange } from './author-changes.ts';

/** `prod` of `capacity/prod.yaml`. */
const ofEnvironment = /^[a-z-]+\/([a-z0-9-]+)\./;

/**
 * Returns the environments that a changed file is about: that of its name, and of a profile those of
 * the clusters that extend it.
 */
export function reachedEnvironments({ clusters = [], file }: FileChange): readonly string[] {
  if (file.startsWith('profiles/')) return clusters.map(({ environment }) => environment);
  const { environment = ofEnvironment.exec(file)?.[1] } = parseStackFileName(file) ?? {};
  return environment === undefined ? [] : [environment];
}
