// SPDX-License-Identifier: Apache-2.0
import { formatPath } from '@strata/contracts';
import type { Problem } from '@strata/contracts';
import type { FileSource } from '@strata/contracts/file-source';
import { suggestion } from '@strata/contracts/nearest-name';
import { readStackYaml } from '@strata/contracts/stack-yaml';
import type { StackYaml } from '@strata/contracts/stack-yaml';
import { z } from 'zod';
import type { Layer } from './merge-layers.ts';
import { profileFile, profileName, profilesFolder } from '../config/profile-names.ts';

/** Prefix of the keys, as in the files of stacks. */
const prefix = 'user-cluster:';

const profileShape = z.strictObject({ config: z.record(z.string(), z.unknown()) });

/** Thrown with the reason when there is no such profile, or it is none. */
export class ProfileError extends Error {}

/** A problem of a profile, whether a cluster extends it or not. */
export interface ProfileProblem extends Problem {
  /** Path of the file, from the root of the repository. */
  readonly file: string;
  /** Line of the value in the file, from 1; undefined: the whole file is wrong. */
  readonly line?: number;
}

/** A profile, as far as it can be read. */
export interface ReadProfile {
  readonly layer: Layer;
  /** Why clusters cannot extend it, with paths in its file. */
  readonly problems: readonly ProfileProblem[];
}

function hasEncrypted(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return Object.hasOwn(value, 'secure') || Object.values(value).some(hasEncrypted);
}

/** Returns why a key must not be in a profile; undefined if it may. */
function objection(key: string, value: unknown): string | undefined {
  if (!key.startsWith(prefix)) return `unknown key; those of user clusters begin "${prefix}"`;
  if (key === `${prefix}extends`) return 'a profile cannot extend another one';
  if (key === `${prefix}pullRequest`) {
    return 'is of one cluster alone, which is destroyed with its pull request; a profile cannot say it';
  }
  if (!hasEncrypted(value)) return undefined;
  return 'is encrypted, and each stack has a key of its own: write it into the files of the clusters';
}

/** Returns the path in a profile's file of a path in the configuration. */
export function profilePath([key = '', ...more]: readonly PropertyKey[]): readonly PropertyKey[] {
  return ['config', `${prefix}${String(key)}`, ...more];
}

/** Reads the text of a profile. */
export function parseProfile(file: string, text: string): ReadProfile {
  const refused = (message: string): ReadProfile => ({
    layer: { file, config: {} },
    problems: [{ file, path: [], message }],
  });
  let content: StackYaml;
  try {
    content = readStackYaml(text);
  } catch (error) {
    const [first = ''] = (error as Error).message.split('\n');
    return refused(`is no YAML: ${first}`);
  }
  const { data, success } = profileShape.safeParse(content.value);
  if (!success) return refused(`must have one key, "config", with a mapping of "${prefix}" keys`);
  const entries = Object.entries(data.config).map(([key, value]) => ({
    key,
    value,
    message: objection(key, value),
  }));
  const found = [
    ...content.problems,
    ...entries.flatMap(({ key, message }) =>
      message === undefined ? [] : [{ path: ['config', key], message }],
    ),
  ];
  const problems = found.map((one) => ({ file, line: content.lineOf(one.path), ...one }));
  const sound = entries.filter(({ message }) => message === undefined);
  const config = sound.map(({ key, value }) => [key.slice(prefix.length), value] as const);
  const lineOf = (path: readonly PropertyKey[]) => content.lineOf(profilePath(path));
  return { layer: { file, config: Object.fromEntries(config), lineOf }, problems };
}

/** `stacks/profiles/small.yaml is no YAML: ...`, or with the line and the path of a key. */
function problemText({ file, line, message, path }: ProfileProblem): string {
  return line === undefined
    ? `${file} ${message}`
    : `${file}:${line}: ${formatPath(path)}: ${message}`;
}

/**
 * Reads a profile that a cluster extends.
 *
 * @throws ProfileError with all that is wrong with the file.
 */
export function readProfile(name: string, source: FileSource): Layer {
  const file = profileFile(name);
  const text = profileName.test(name) ? source.read(file) : undefined;
  if (text === undefined) {
    const known = source.list(profilesFolder).flatMap((one) => /^(.+)\.yaml$/.exec(one)?.[1] ?? []);
    throw new ProfileError(`there is no ${file}; ${suggestion(name, known)}`);
  }
  const { layer, problems } = parseProfile(file, text);
  if (problems.length === 0) return layer;
  throw new ProfileError(problems.map(problemText).join('; '));
}
