// SPDX-License-Identifier: Apache-2.0
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { codeOf, ManifestError, messageOf } from './manifest-error.ts';

/** Folder of the locks of this repository, which has a file for each version of a component. */
export const locksDir = fileURLToPath(new URL('../locks', import.meta.url));

/** Component and version of a lock, from which the name of its file is made. */
type Locked = Pick<LockedComponent, 'component' | 'version'>;

/** Returns the path of the lock of one version of a component. */
export function lockFileOf(locks: string, { component, version }: Locked): string {
  return join(locks, `${component}-${version}.json`);
}

const lockedModule = z.strictObject({
  path: z.string().min(1),
  version: z.string().regex(/^v\d/, 'must be a Go module version such as v1.2.3'),
  hash: z.string().regex(/^h1:[A-Za-z0-9+/]{43}=$/, 'must be a go.sum hash (h1:...)'),
});

const lockedFile = z.strictObject({
  path: z
    .string()
    .regex(
      /^\w[\w.-]*\/\w[\w.-]*\.(json|yaml)$/,
      'must be <component>-<version>/<file>.json or .yaml',
    ),
  sha256: z.string().regex(/^[0-9a-f]{64}$/, 'must be 64 hexadecimal digits'),
});

/** Returns whether a file is the one that programs load, not the one for people. */
export function isLoaded({ path }: z.infer<typeof lockedFile>): boolean {
  return path.endsWith('.json');
}

const lockSchema = z.strictObject({
  component: z.string().min(1),
  version: z.string().regex(/^\d/, 'must be a version without a leading v'),
  modules: z.array(lockedModule).min(1),
  files: z
    .array(lockedFile)
    .refine((files) => files.some(isLoaded), 'must have the .json that programs load'),
  objects: z.int().positive(),
  images: z.array(z.string().min(1)),
});

/** Content of the lock of one version of a component. */
export type LockedComponent = Readonly<z.infer<typeof lockSchema>>;

/**
 * Parses the text of a lock.
 *
 * @throws ManifestError listing every problem with its path, and when its component or version is
 * not the one in the name of its file.
 */
export function parseLock(text: string, path: string): LockedComponent {
  let found: unknown;
  try {
    found = JSON.parse(text);
  } catch (error) {
    throw new ManifestError(`${path} is not JSON: ${messageOf(error)}`);
  }
  const { data, error } = lockSchema.safeParse(found);
  if (error) {
    const problems = error.issues.map(
      ({ message, path: [...at] }) => `  ${at.length === 0 ? '' : `${at.join('.')}: `}${message}`,
    );
    throw new ManifestError(`${path} is not a valid lock:\n${problems.join('\n')}`);
  }
  if (lockFileOf(dirname(path), data) === path) return data;
  throw new ManifestError(`${path} is the lock of ${data.component} ${data.version}: rename it.`);
}

/**
 * Reads the lock of one version of a component.
 *
 * @returns undefined when there is none.
 * @throws ManifestError when it is not valid.
 */
export function readLock(locks: string, locked: Locked): LockedComponent | undefined {
  const path = lockFileOf(locks, locked);
  try {
    return parseLock(readFileSync(path, 'utf8'), path);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}

/**
 * Reads all locks of a folder, by name; none when there is no such folder.
 *
 * @throws ManifestError when one is not valid.
 */
export function readLocks(locks: string): LockedComponent[] {
  if (!existsSync(locks)) return [];
  return readdirSync(locks)
    .sort()
    .map((file) => parseLock(readFileSync(join(locks, file), 'utf8'), join(locks, file)));
}

/**
 * Returns the text of a lock in the form that Prettier gives it, so that formatting the repository
 * does not change it.
 */
export function formatLock(lock: LockedComponent): string {
  const width = 100;
  const expanded = JSON.stringify(lock, null, 2);
  const flat = expanded.replace(
    /^( *"images": )\[\n([^\]]*?)\n *\](,?)$/gm,
    (whole, key: string, items: string, comma: string) => {
      const line = `${key}[${items
        .split('\n')
        .map((item) => item.trim())
        .join(' ')}]${comma}`;
      return line.length <= width ? line : whole;
    },
  );
  return `${flat}\n`;
}
