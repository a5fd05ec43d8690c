// SPDX-License-Identifier: Apache-2.0
import type { Problem } from '@strata/contracts';
import type { FileSource } from '@strata/contracts/file-source';
import { layerOf, mergeLayers } from './merge-layers.ts';
import type { Layer } from './merge-layers.ts';
import { ProfileError, readProfile } from './profile-files.ts';
import { extendedProfiles } from '../config/profile-names.ts';

/** Configuration of a cluster with that of the profiles that it extends. */
export interface ResolvedConfig {
  /** Values by key, without the program's prefix. */
  readonly config: Readonly<Record<string, unknown>>;
  /** Profiles that cannot be read, at their place in the cluster's file. */
  readonly problems: readonly Problem[];
  /** Returns the file of the profile that a value comes from; undefined: the cluster's own, or none. */
  readonly originOf: (path: readonly PropertyKey[]) => string | undefined;
  /** Returns the line of such a value in that file, from 1; undefined where there is no such file. */
  readonly lineOf: (path: readonly PropertyKey[]) => number | undefined;
  /** Adds the profile's file, and the line in it, to problems of values that come from one. */
  readonly withOrigin: (problems: readonly Problem[]) => Problem[];
}

/**
 * Returns the configuration of a cluster together with the profiles that `extends` names, before
 * anything of it is checked. Of two profiles the later one wins, and the cluster's own file wins over
 * both.
 *
 * @param own - the layer of the cluster's own file.
 */
export function resolveProfiles(own: Layer, source: FileSource): ResolvedConfig {
  const problems: Problem[] = [];
  const profiles = extendedProfiles(own.config).flatMap((name, index) => {
    try {
      return [readProfile(name, source)];
    } catch (error) {
      if (!(error instanceof ProfileError)) throw error;
      problems.push({ path: ['extends', index], message: error.message });
      return [];
    }
  });
  const layers = [...profiles, own];
  const profileOf = (path: readonly PropertyKey[]) => {
    const layer = layerOf(layers, path);
    return layer === own ? undefined : layer;
  };
  const originOf = (path: readonly PropertyKey[]) => profileOf(path)?.file;
  const lineOf = (path: readonly PropertyKey[]) => profileOf(path)?.lineOf?.(path);
  return {
    config: mergeLayers(layers),
    problems,
    originOf,
    lineOf,
    withOrigin: (found) =>
      found.map((problem): Problem => {
        const file = originOf(problem.path);
        if (file === undefined) return problem;
        const place = `${file}:${lineOf(problem.path) ?? 1}`;
        return { ...problem, message: `${problem.message}; ${place} says it` };
      }),
  };
}
