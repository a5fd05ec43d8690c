// SPDX-License-Identifier: Apache-2.0
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Component } from './component.ts';
import { loadedFileOf } from './component.ts';
import type { ComponentName } from './components.ts';
import { findComponent } from './components.ts';
import type { KubernetesObject } from './kubernetes-object.ts';
import { lockPath, readLock } from './lock-file.ts';
import type { LockedComponent } from './lock-file.ts';
import { codeOf, ManifestError } from './manifest-error.ts';
import { bundleDir, manifestsDir } from './manifests-dir.ts';
import { sha256 } from './sha256.ts';

/** An install manifest whose content is the one in the lock. */
export interface Manifest {
  readonly component: string;
  /** Without a leading `v`. */
  readonly version: string;
  /** Namespaces, then CRDs, then the rest by kind, namespace and name. */
  readonly objects: readonly KubernetesObject[];
  /** Every image the objects name, sorted. An operator may add more by itself. */
  readonly images: readonly string[];
}

/** Where to load from. */
export interface LoadOptions {
  /** @default STRATA_MANIFESTS_DIR, else the cache */
  readonly directory?: string;
  /** @default manifests.lock.json of this repository */
  readonly lockFile?: string;
}

function remedy(directory: string): string {
  return bundleDir() === directory
    ? 'copy the offline bundle of STRATA_MANIFESTS_DIR here again'
    : 'run `npm run manifests`';
}

function read(path: string, directory: string): Buffer {
  try {
    return readFileSync(path);
  } catch (error) {
    if (codeOf(error) !== 'ENOENT' && codeOf(error) !== 'ENOTDIR') throw error;
    throw new ManifestError(`${path} is missing: ${remedy(directory)}.`);
  }
}

/** The lock's words on a file that it does not list. */
function unlisted(entry: LockedComponent | undefined): string {
  if (!entry) return 'the lock has no such component at this version';
  const files = entry.files.map(({ path, sha256: hash }) => `${path} with sha256 ${hash}`);
  return `the lock has ${files.join(' and ')}`;
}

/**
 * Loads any component of a table; {@link loadManifest} is the one for programs.
 *
 * @throws ManifestError as {@link loadManifest} does.
 */
export function loadComponent(component: Component, options: LoadOptions = {}): Manifest {
  const { directory = manifestsDir(), lockFile = lockPath } = options;
  const file = loadedFileOf(component);
  const entry = readLock(lockFile).components.find(
    (one) => one.component === component.name && one.version === component.version,
  );
  const path = join(directory, file);
  const content = read(path, directory);
  const found = sha256(content);
  const locked = entry?.files.find((one) => one.path === file);
  if (!entry || !locked) {
    throw new ManifestError(
      `${path} (sha256 ${found}) is not in ${lockFile}: ${unlisted(entry)}. ` +
        'Nothing unlisted is installed; write the lock with `npm run manifests -- --update-lock`.',
    );
  }
  if (found !== locked.sha256) {
    throw new ManifestError(
      `${path} is not the file in ${lockFile}: its sha256 is ${found}, ` +
        `the lock says ${locked.sha256}; ${remedy(directory)}.`,
    );
  }
  const { items } = JSON.parse(content.toString('utf8')) as { items: KubernetesObject[] };
  return {
    component: entry.component,
    version: entry.version,
    objects: items,
    images: entry.images,
  };
}

/**
 * Loads a component's install manifest, checked against the lock: the one door through which
 * upstream objects reach a program. Synchronous, because programs need it before their first
 * resource.
 *
 * @throws ManifestError naming the file when it is missing, and the file with both hashes when the
 * lock does not list it or lists another sha256; and when there is no such version.
 */
export function loadManifest(
  component: ComponentName,
  version: string,
  options: LoadOptions = {},
): Manifest {
  return loadComponent(findComponent(component, version), options);
}
