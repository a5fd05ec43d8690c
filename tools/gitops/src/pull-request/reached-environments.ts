// SPDX-License-Identifier: Apache-2.0
import { parseStackFileName } from '@strata/contracts/stack-file-name';
import type { FileChange } from './author-changes.ts';

/** `prod` of `capacity/prod.yaml`. */
const ofEnvironment = /^[a-z-]+\/([a-z0-9-]+)\.(?:yaml|json)$/;

const isProfile = (file: string) => file.startsWith('profiles/');

/** Returns the environment that a file below `stacks` names; a profile names none. */
export function environmentOfFile(file: string): string | undefined {
  if (isProfile(file)) return undefined;
  return parseStackFileName(file)?.environment ?? ofEnvironment.exec(file)?.[1];
}

/**
 * Returns the environments that a changed file is about: that of its name, and of a profile those of
 * the clusters that extend it.
 */
export function reachedEnvironments({ clusters = [], file }: FileChange): readonly string[] {
  if (isProfile(file)) return clusters.map(({ environment }) => environment);
  const environment = environmentOfFile(file);
  return environment === undefined ? [] : [environment];
}
