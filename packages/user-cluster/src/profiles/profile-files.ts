// SPDX-License-Identifier: Apache-2.0
import type { FileSource } from '@strata/contracts/file-source';
import { suggestion } from '@strata/contracts/nearest-name';
import { parse } from 'yaml';
import { z } from 'zod';
import type { Layer } from './merge-layers.ts';
import { profileFile, profileName, profilesFolder } from '../config/profile-names.ts';

/** Prefix of the keys, as in the files of stacks. */
const prefix = 'user-cluster:';

const profileShape = z.strictObject({ config: z.record(z.string(), z.unknown()) });

/** Thrown with the reason when there is no such profile, or it is none. */
export class ProfileError extends Error {}

function hasEncrypted(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return Object.hasOwn(value, 'secure') || Object.values(value).some(hasEncrypted);
}

function parsed(file: string, text: string): unknown {
  try {
    return parse(text);
  } catch (error) {
    const [first = ''] = (error as Error).message.split('\n');
    throw new ProfileError(`${file} is no YAML: ${first}`);
  }
}

/** Returns why a key must not be in a profile; undefined if it may. */
function objection(key: string, value: unknown): string | undefined {
  if (!key.startsWith(prefix)) return `"${key}" is no key of user clusters: they begin "${prefix}"`;
  if (key === `${prefix}extends`) return 'a profile cannot extend another one';
  if (!hasEncrypted(value)) return undefined;
  return `"${key}" is encrypted, and each stack has a key of its own: write it into the files of the clusters`;
}

/**
 * Reads a profile.
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
  const { data, success } = profileShape.safeParse(parsed(file, text));
  if (!success) {
    throw new ProfileError(
      `${file} must have one key, "config", with a mapping of "${prefix}" keys`,
    );
  }
  const wrong = Object.entries(data.config).flatMap(([key, value]) => objection(key, value) ?? []);
  if (wrong.length > 0) throw new ProfileError(`${file}: ${wrong.join('; ')}`);
  const entries = Object.entries(data.config);
  const config = entries.map(([key, value]) => [key.slice(prefix.length), value] as const);
  return { file, config: Object.fromEntries(config) };
}
