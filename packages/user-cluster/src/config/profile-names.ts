// SPDX-License-Identifier: Apache-2.0

/** Folder of profiles, from the root of the repository. */
export const profilesFolder = 'stacks/profiles';

/** Name of a profile: the name of its file. */
export const profileName = /^[a-z0-9]([a-z0-9-]*[a-z0-9])?$/;

/** Returns the file of a profile, from the root of the repository. */
export function profileFile(name: string): string {
  return `${profilesFolder}/${name}.yaml`;
}

/** Returns the names of the profiles that a configuration extends, as far as they are names. */
export function extendedProfiles(config: Readonly<Record<string, unknown>>): readonly string[] {
  const { extends: names } = config;
  return Array.isArray(names) ? names.filter((name) => typeof name === 'string') : [];
}

/**
 * Returns the same of the text of a stack's file, which is parsed only if it extends a profile.
 *
 * @param parse - a parser of YAML; an error that it throws is passed on.
 */
export function profilesOfFile(text: string, parse: (text: string) => unknown): readonly string[] {
  if (!text.includes('user-cluster:extends')) return [];
  const { config = {} } = (parse(text) ?? {}) as {
    readonly config?: Readonly<Record<string, unknown>>;
  };
  return extendedProfiles({ extends: config['user-cluster:extends'] });
}
