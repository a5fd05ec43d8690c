// SPDX-License-Identifier: Apache-2.0
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { KubernetesObject } from './kubernetes-object.ts';
import { isLoaded, lockFileOf, locksDir, readLock, readLocks } from './lock-file.ts';
import { codeOf, ManifestError } from './manifest-error.ts';
import { bundleDir, manifestsDir } from './manifests-dir.ts';
import { sha256 } from './sha256.ts';

/** Install manifest whose content matches its lock. */
export interface Manifest {
  readonly component: string;
  /** Without a leading `v`. */
  readonly version: string;
  /** Objects in order: Namespaces, then CRDs, then the rest by kind, namespace and name. */
  readonly objects: readonly KubernetesObject[];
  /** Every image that the objects name, sorted. An operator may use more. */
  readonly images: readonly string[];
}

/** Options of {@link loadManifest}. */
export interface LoadOptions {
  /** @default STRATA_MANIFESTS_DIR, else the cache */
  readonly directory?: string;
  /** Folder of the locks. @default the folder of this repository */
  readonly locks?: string;
}

function remedy(directory: string): string {
  return bundleDir() === directory
    ? 'copy the offline bundle of STRATA_MANIFESTS_DIR here again'
    : 'run `npm run manifests -- --all`';
}

function read(path: string, directory: string): Buffer {
  try {
    return readFileSync(path);
  } catch (error) {
    if (codeOf(error) !== 'ENOENT' && codeOf(error) !== 'ENOTDIR') throw error;
    throw new ManifestError(`${path} is missing: ${remedy(directory)}.`);
  }
}

/** Returns a sentence about the locked versions of a component, for a version without a lock. */
function otherVersions(component: string, locks: string): string {
  const versions = readLocks(locks)
    .filter((one) => one.component === component)
    .map(({ version }) => version);
  return versions.length === 0 ? 'none of it is there' : `there is ${versions.join(', ')}`;
}

/**
 * Loads a component's install manifest and checks it against its lock. Upstream objects reach a
 * program only through this function. It reads only this component's lock, and imports nothing of
 * how manifests are made, so a change of another component changes no plan. It is synchronous,
 * because programs need the manifest before their first resource.
 *
 * @throws ManifestError naming the file when it is missing; the file with both hashes when the lock
 * lists another sha256; and when there is no lock of this version.
 */
export function loadManifest(
  component: string,
  version: string,
  { directory = manifestsDir(), locks = locksDir }: LoadOptions = {},
): Manifest {
  const entry = readLock(locks, { component, version });
  const locked = entry?.files.find(isLoaded);
  if (!entry || !locked) {
    throw new ManifestError(
      `there is no manifest of ${component} ${version}: ${otherVersions(component, locks)}. ` +
        `Nothing is installed that has no lock in ${locks}.`,
    );
  }
  const path = join(directory, locked.path);
  const content = read(path, directory);
  const found = sha256(content);
  if (found !== locked.sha256) {
    throw new ManifestError(
      `${path} is not the file in ${lockFileOf(locks, entry)}: its sha256 is ${found}, ` +
        `the lock says ${locked.sha256}; ${remedy(directory)}.`,
    );
  }
  const { items } = JSON.parse(content.toString('utf8')) as { items: KubernetesObject[] };
  return { component, version, objects: items, images: entry.images };
}
