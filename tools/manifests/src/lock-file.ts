// SPDX-License-Identifier: Apache-2.0
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { codeOf, ManifestError, messageOf } from './manifest-error.ts';

/** The lock file of this repository. */
export const lockPath = fileURLToPath(new URL('../manifests.lock.json', import.meta.url));

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

const lockedComponent = z.strictObject({
  component: z.string().min(1),
  version: z.string().regex(/^\d/, 'must be a version without a leading v'),
  modules: z.array(lockedModule).min(1),
  files: z.array(lockedFile).min(1),
  objects: z.int().positive(),
  images: z.array(z.string().min(1)),
});

const lockSchema = z
  .strictObject({
    formatVersion: z.literal(1),
    components: z.array(lockedComponent),
  })
  .superRefine(({ components }, context) => {
    const seen = new Set<string>();
    components.forEach(({ component, version }, index) => {
      const path = ['components', index, 'component'];
      const title = `${component} ${version}`;
      const message = `${title} is listed twice`;
      if (seen.has(title)) context.addIssue({ code: 'custom', path, message });
      seen.add(title);
    });
  });

/** What the lock says about one version of a component. */
export type LockedComponent = Readonly<z.infer<typeof lockedComponent>>;

/** Every component that may be installed, with the hashes it must have. */
export type Lock = Readonly<z.infer<typeof lockSchema>>;

/**
 * Reads the lock's text.
 *
 * @throws ManifestError listing every problem with its path.
 */
export function parseLock(text: string, path: string): Lock {
  let found: unknown;
  try {
    found = JSON.parse(text);
  } catch (error) {
    throw new ManifestError(`${path} is not JSON: ${messageOf(error)}`);
  }
  const { data, error } = lockSchema.safeParse(found);
  if (data) return data;
  const problems = error.issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`);
  throw new ManifestError(`${path} is not a valid lock file:\n${problems.join('\n')}`);
}

/**
 * Reads a lock file.
 *
 * @throws ManifestError when it is missing or not valid.
 */
export function readLock(path: string): Lock {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error;
    throw new ManifestError(
      `${path} is missing: restore it from Git, or write it with ` +
        '`npm run manifests -- --update-lock`.',
    );
  }
  return parseLock(text, path);
}

/** The lock's text: Prettier's own form, so that formatting the repository leaves it alone. */
export function formatLock(lock: Lock): string {
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
