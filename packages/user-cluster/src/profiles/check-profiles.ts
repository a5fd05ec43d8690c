// SPDX-License-Identifier: Apache-2.0
import { describeIssues, secretPaths } from '@strata/contracts';
import type { Problem } from '@strata/contracts';
import { valueAt } from '@strata/contracts/mapping';
import type { FileSource } from '@strata/contracts/file-source';
import type { z } from 'zod';
import { profileConfig } from '../config/profile-config.ts';
import { profileFile, profileName, profilesFolder } from '../config/profile-names.ts';
import { parseProfile, profilePath } from './profile-files.ts';
import type { ProfileProblem } from './profile-files.ts';

/** zod's message for a check of one value; checks that compare values have words of their own. */
const ofOneValue = 'Invalid input';

/**
 * Whether the file that extends a profile may still put it right: a mapping lacks a key, or its keys
 * do not fit together yet. Lists are never merged, so they are judged as they are.
 */
function isUnfinished({ code, message, path }: z.core.$ZodIssue, config: unknown): boolean {
  if (path.some((part) => typeof part === 'number')) return false;
  const value = valueAt(config, path);
  if (value === undefined) return true;
  return code === 'custom' && (typeof value === 'object' || message !== ofOneValue);
}

/** Returns what is wrong with the shapes of values, whatever clusters say besides. */
function shapeProblems(config: Readonly<Record<string, unknown>>): Problem[] {
  const secrets = secretPaths(profileConfig, config).map((path) => ({
    path,
    message: 'a secret in plain text; write it into the files of the clusters, encrypted',
  }));
  const issues = profileConfig.safeParse(config).error?.issues ?? [];
  const whole = issues.filter((issue) => !isUnfinished(issue, config));
  return [...describeIssues(profileConfig, config, whole, () => false), ...secrets];
}

function problemsOf(file: string, text: string): ProfileProblem[] {
  const { layer, problems } = parseProfile(file, text);
  const found = shapeProblems(layer.config).map(({ message, path }) => ({
    file,
    line: layer.lineOf?.(path) ?? 1,
    path: profilePath(path),
    message,
  }));
  return [...problems, ...found];
}

/**
 * Returns what can be said about all profiles of a repository without a cluster that extends them:
 * unknown keys, wrong values, secrets, profiles of profiles.
 */
export function checkProfiles(source: FileSource): ProfileProblem[] {
  return source.list(profilesFolder).flatMap((listed) => {
    const name = /^(.+)\.ya?ml$/.exec(listed)?.[1];
    if (name === undefined) return [];
    const file = `${profilesFolder}/${listed}`;
    if (file !== profileFile(name) || !profileName.test(name)) {
      const message =
        'unusable name; it must be <name>.yaml, of lower-case letters, digits and dashes';
      return [{ file, path: [], message }];
    }
    const text = source.read(file);
    return text === undefined ? [] : problemsOf(file, text);
  });
}
