// SPDX-License-Identifier: Apache-2.0
import { appendFileSync, copyFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { bundleManifests } from './bundle-manifests.ts';
import { loadComponent } from './load-manifest.ts';
import { sha256 } from './sha256.ts';
import { testRelease } from './test-release.ts';
import { updateLock } from './update-lock.ts';

const file = 'alpha-1.0.0/alpha-install.json';

async function lockedRelease() {
  const release = testRelease();
  await updateLock(release.options);
  const path = join(release.directory, file);
  const locked = sha256(readFileSync(path));
  const [alpha] = release.components;
  const load = (component = alpha) => loadComponent(component, release);
  return { ...release, alpha, path, locked, load };
}

afterEach(() => {
  delete process.env.STRATA_MANIFESTS_DIR;
});

test('a locked manifest is loaded with its objects in order and its images', async () => {
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

test('a tampered manifest is refused with both hashes', async () => {
  const { load, path, locked, lockFile } = await lockedRelease();
  appendFileSync(path, ' ');
  expect(() => load()).toThrow(
    `${path} is not the file in ${lockFile}: its sha256 is ${sha256(readFileSync(path))}, ` +
      `the lock says ${locked}; run \`npm run manifests\`.`,
  );
});

test('a manifest of a version that is not in the lock is refused with both hashes', async () => {
  const { load, alpha, path, directory, locked, lockFile } = await lockedRelease();
  const other = join(directory, 'alpha-1.0.0/alpha-other.json');
  copyFileSync(path, other);
  const yaml = sha256(readFileSync(path.replace('.json', '.yaml')));
  expect(() => load({ ...alpha, file: 'alpha-other' } as never)).toThrow(
    `${other} (sha256 ${locked}) is not in ${lockFile}: the lock has ${file} with sha256 ` +
      `${locked} and alpha-1.0.0/alpha-install.yaml with sha256 ${yaml}. Nothing unlisted is ` +
      'installed; write the lock with `npm run manifests -- --update-lock`.',
  );
});

test('a manifest of a component that is not in the lock is refused', async () => {
  const { load, path, locked, lockFile } = await lockedRelease();
  writeFileSync(lockFile, '{"formatVersion":1,"components":[]}');
  expect(() => load()).toThrow(
    `${path} (sha256 ${locked}) is not in ${lockFile}: the lock has no such component at this version. Nothing ` +
      'unlisted is installed; write the lock with `npm run manifests -- --update-lock`.',
  );
});

test('a missing manifest names the command that renders it', async () => {
  const { load, path } = await lockedRelease();
  rmSync(path);
  expect(() => load()).toThrow(`${path} is missing: run \`npm run manifests\`.`);
});

test('an offline bundle is loaded in place of the cache', async () => {
  const { options, alpha, folder, directory, lockFile } = await lockedRelease();
  const bundle = join(folder, 'bundle');
  await bundleManifests(bundle, options);
  rmSync(directory, { recursive: true });
  process.env.STRATA_MANIFESTS_DIR = bundle;
  expect(loadComponent(alpha, { lockFile }).objects).toHaveLength(3);
});

test('a tampered offline bundle is refused, even with a lock of its own that fits it', async () => {
  const { options, alpha, folder, lockFile, locked } = await lockedRelease();
  const bundle = join(folder, 'bundle');
  await bundleManifests(bundle, options);
  const path = join(bundle, file);
  appendFileSync(path, ' ');
  const found = sha256(readFileSync(path));
  const ownLock = join(bundle, 'manifests.lock.json');
  writeFileSync(ownLock, readFileSync(ownLock, 'utf8').replace(locked, found));
  process.env.STRATA_MANIFESTS_DIR = bundle;
  expect(() => loadComponent(alpha, { lockFile })).toThrow(
    `${path} is not the file in ${lockFile}: its sha256 is ${found}, the lock says ${locked}; ` +
      'copy the offline bundle of STRATA_MANIFESTS_DIR here again.',
  );
});

test('a relative STRATA_MANIFESTS_DIR is refused', async () => {
  const { alpha, lockFile } = await lockedRelease();
  process.env.STRATA_MANIFESTS_DIR = 'bundle';
  expect(() => loadComponent(alpha, { lockFile })).toThrow(
    'STRATA_MANIFESTS_DIR must be an absolute path, not "bundle".',
  );
});
