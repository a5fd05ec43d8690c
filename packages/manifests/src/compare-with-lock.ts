// SPDX-License-Identifier: Apache-2.0
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { Component } from './recipes/component.ts';
import { loadedFileOf, readableFileOf, titleOfComponent } from './recipes/component.ts';
import { readLock, readLocks } from './lock-file.ts';
import type { LockedComponent } from './lock-file.ts';
import { codeOf, ManifestError } from './manifest-error.ts';
import { sha256 } from './sha256.ts';

/**
 * Returns the lock entries of components.
 *
 * @throws ManifestError naming every component that has no lock of its version.
 */
export function lockedEntries(
  components: readonly Component[],
  locks: string,
): Map<Component, LockedComponent> {
  const problems: string[] = [];
  const entries = new Map<Component, LockedComponent>();
  for (const component of components) {
    const { name, version } = component;
    const entry = readLock(locks, { component: name, version });
    const files = [loadedFileOf(component), readableFileOf(component)];
    const isListed = files.every((file) => entry?.files.some(({ path }) => path === file));
    if (entry && isListed) entries.set(component, entry);
    else problems.push(`${titleOfComponent(component)}${otherVersions(name, locks)}`);
  }
  if (problems.length === 0) return entries;
  throw new ManifestError(
    `No lock is of ${problems.join(', ')}: run ` +
      '`npm run manifests -- --update-lock` and review the difference.',
  );
}

function otherVersions(name: string, locks: string): string {
  const versions = readLocks(locks).filter(({ component }) => component === name);
  if (versions.length === 0) return '';
  return ` (there is ${versions.map(({ version }) => version).join(', ')})`;
}

/**
 * Returns one line for each file of a component that is missing in a folder or differs from the
 * lock.
 */
export function wrongFiles(entry: LockedComponent, directory: string): string[] {
  return entry.files.flatMap(({ path, sha256: locked }) => {
    try {
      const found = sha256(readFileSync(join(directory, path)));
      return found === locked ? [] : [`${path}: its sha256 is ${found}, the lock says ${locked}`];
    } catch (error) {
      if (codeOf(error) !== 'ENOENT') throw error;
      return [`${path}: missing`];
    }
  });
}

/** Returns one line for each difference between a rendering and its lock. */
export function differences(rendered: LockedComponent, locked: LockedComponent): string[] {
  const files = rendered.files.flatMap(({ path, sha256: hash }) => {
    const known = locked.files.find((one) => one.path === path)?.sha256;
    return hash === known
      ? []
      : [`${path}: rendered with sha256 ${hash}, the lock says ${known ?? 'nothing'}`];
  });
  const fields = (['version', 'modules', 'objects', 'images'] as const).flatMap((field) =>
    isDeepStrictEqual(rendered[field], locked[field])
      ? []
      : [
          `${rendered.component}: ${field} are ${JSON.stringify(rendered[field])}, ` +
            `the lock says ${JSON.stringify(locked[field])}`,
        ],
  );
  return [...files, ...fields];
}
