// SPDX-License-Identifier: Apache-2.0
import { appendFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { bundleManifests } from './bundle-manifests.ts';
import { loadManifest } from './load-manifest.ts';
import { sha256 } from './sha256.ts';
import { testRelease } from './test-release.ts';
import { updateLocks } from './update-locks.ts';

const file = 'alpha-1.0.0/alpha-install.json';

/**
 * Returns the modules of this folder that importing a file loads. Imports of types load nothing.
 */
function loadedModules(file: string, known = new Set<string>()): string[] {
  if (known.has(file)) return [];
  known.add(file);
  const text = readFileSync(join(import.meta.dirname, file), 'utf8');
  const named = [...text.matchAll(/^(?:im|ex)port (?!type)[^;]*? from '(\.[^']+)';/gm)];
  const next = named.map(([, to = '']) => join(dirname(file), to));
  return [file, ...next.flatMap((one) => loadedModules(one, known))];
}

async function lockedRelease() {
  const release = testRelease();
  await updateLocks(release.options);
  const path = join(release.directory, file);
  const locked = sha256(readFileSync(path));
  const lockFile = join(release.locks, 'alpha-1.0.0.json');
  const load = (component = 'alpha', version = '1.0.0') =>
    loadManifest(component, version, release);
  return { ...release, path, locked, lockFile, load };
}

afterEach(() => {
  delete process.env.STRATA_MANIFESTS_DIR;
});

test('loads a locked manifest with its objects in order and its images', async () => {
  const { load } = await lockedRelease();
  const { component, version, objects, images } = load();
  expect({ component, version, images }).toEqual({
    component: 'alpha',
    version: '1.0.0',
    images: ['example.com/alpha:v1.0.0'],
  });
  expect(objects.map(({ kind, metadata }) => `${kind} ${metadata.name}`)).toEqual([
    'Namespace alpha',
    'CustomResourceDefinition alphas.example.com',
    'Deployment alpha',
  ]);
});

test('refuses a tampered manifest with both hashes', async () => {
  const { load, path, locked, lockFile } = await lockedRelease();
  appendFileSync(path, ' ');
  expect(() => load()).toThrow(
    `${path} is not the file in ${lockFile}: its sha256 is ${sha256(readFileSync(path))}, ` +
      `the lock says ${locked}; run \`npm run manifests -- --all\`.`,
  );
});

test('refuses a manifest without a lock of its version, and names the locked versions', async () => {
  const { load, locks } = await lockedRelease();
  expect(() => load('alpha', '1.1.0')).toThrow(
    'there is no manifest of alpha 1.1.0: there is 1.0.0. ' +
      `Nothing is installed that has no lock in ${locks}.`,
  );
});

test('refuses a manifest of a component without a lock', async () => {
  const { load, lockFile, locks } = await lockedRelease();
  rmSync(lockFile);
  expect(() => load()).toThrow(
    'there is no manifest of alpha 1.0.0: none of it is there. ' +
      `Nothing is installed that has no lock in ${locks}.`,
  );
});

test('an invalid lock blocks only the manifest of its own component', async () => {
  const { load, lockFile } = await lockedRelease();
  writeFileSync(lockFile, '{}');
  expect(() => load()).toThrow(`${lockFile} is not a valid lock:`);
  expect(load('beta', '2.0.0').objects).toHaveLength(2);
});

test('loading a manifest imports no module that makes manifests', () => {
  const modules = loadedModules('index.ts');
  expect(modules).toContain('load-manifest.ts');
  expect(modules.filter((file) => /^(recipes|render)\//.test(file))).toEqual([]);
});

test('a missing manifest names the command that renders it', async () => {
  const { load, path } = await lockedRelease();
  rmSync(path);
  expect(() => load()).toThrow(`${path} is missing: run \`npm run manifests -- --all\`.`);
});

// Proves: offline.installation
test('an offline bundle is loaded in place of the cache', async () => {
  const { options, folder, directory, locks } = await lockedRelease();
  const bundle = join(folder, 'bundle');
  await bundleManifests(bundle, options);
  rmSync(directory, { recursive: true });
  process.env.STRATA_MANIFESTS_DIR = bundle;
  expect(loadManifest('alpha', '1.0.0', { locks }).objects).toHaveLength(3);
});

// Proves: offline.nothing-changed
test('a tampered offline bundle is refused, even with a lock of its own that fits it', async () => {
  const { options, folder, lockFile, locks, locked } = await lockedRelease();
  const bundle = join(folder, 'bundle');
  await bundleManifests(bundle, options);
  const path = join(bundle, file);
  appendFileSync(path, ' ');
  const found = sha256(readFileSync(path));
  const ownLock = join(bundle, 'locks/alpha-1.0.0.json');
  writeFileSync(ownLock, readFileSync(ownLock, 'utf8').replace(locked, found));
  process.env.STRATA_MANIFESTS_DIR = bundle;
  expect(() => loadManifest('alpha', '1.0.0', { locks })).toThrow(
    `${path} is not the file in ${lockFile}: its sha256 is ${found}, the lock says ${locked}; ` +
      'copy the offline bundle of STRATA_MANIFESTS_DIR here again.',
  );
});

test('a relative STRATA_MANIFESTS_DIR is refused', async () => {
  const { locks } = await lockedRelease();
  process.env.STRATA_MANIFESTS_DIR = 'bundle';
  expect(() => loadManifest('alpha', '1.0.0', { locks })).toThrow(
    'STRATA_MANIFESTS_DIR must be an absolute path, not "bundle".',
  );
});
