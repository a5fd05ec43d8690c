// SPDX-License-Identifier: Apache-2.0
import type { Problem } from '@strata/contracts';
import type { FileSource } from '@strata/contracts/file-source';
import { layerOf, mergeLayers } from './merge-layers.ts';
import type { Layer } from './merge-layers.ts';
import { ProfileError, readProfile } from './profile-files.ts';
import { extendedProfiles } from '../config/profile-names.ts';

/** Place of a value in a profile. */
export interface ProfilePlace {
  /** Path from the root of the repository. */
  readonly file: string;
  /** Line in the file, from 1. */
  readonly line: number;
}

/** Configuration of a cluster with that of the profiles that it extends. */
export interface ResolvedConfig {
  /** Values by key, without the program's prefix. */
  readonly config: Readonly<Record<string, unknown>>;
  /** Profiles that cannot be read, at their place in the cluster's file. */
  readonly problems: readonly Problem[];
  /** Returns where a profile says a value; undefined: the cluster's own file does, or none. */
  readonly placeOf: (path: readonly PropertyKey[]) => ProfilePlace | undefined;
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
  const placeOf = (path: readonly PropertyKey[]) => {
    const layer = layerOf(layers, path);
    if (layer === undefined || layer === own) return undefined;
    return { file: layer.file, line: layer.lineOf?.(path) ?? 1 };
  };
  return {
    config: mergeLayers(layers),
    problems,
    placeOf,
    withOrigin: (found) =>
      found.map((problem): Problem => {
        const place = placeOf(problem.path);
        if (place === undefined) return problem;
        const { file, line } = place;
        return { ...problem, message: `${problem.message}; ${file}:${line} says it` };
      }),
  };
}
