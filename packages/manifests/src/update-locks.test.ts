// SPDX-License-Identifier: Apache-2.0
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sha256 } from './sha256.ts';
import { moduleHashes, testRelease } from './test-release.ts';
import { updateLocks } from './update-locks.ts';

test('a lock lists modules, files, objects and images', async () => {
  const { options, directory } = testRelease();
  const [alpha] = await updateLocks(options);
  expect(alpha).toEqual({
    component: 'alpha',
    version: '1.0.0',
    modules: [
      { path: 'example.com/alpha', version: 'v1.0.0', hash: moduleHashes['example.com/alpha'] },
    ],
    files: ['alpha-1.0.0/alpha-install.json', 'alpha-1.0.0/alpha-install.yaml'].map((path) => ({
      path,
      sha256: sha256(readFileSync(join(directory, path))),
    })),
    objects: 3,
    images: ['example.com/alpha:v1.0.0'],
  });
});

test('writing the locks again changes nothing', async () => {
  const { options, locks } = testRelease();
  await updateLocks(options);
  const contents = () =>
    readdirSync(locks).map((file) => [file, readFileSync(join(locks, file), 'utf8')]);
  const first = contents();
  expect(first.map(([file]) => file)).toEqual(['alpha-1.0.0.json', 'beta-2.0.0.json']);
  await updateLocks(options);
  expect(contents()).toEqual(first);
});

test('removes the lock of a version that is no longer in the table', async () => {
  const { options, components, locks } = testRelease();
  await updateLocks(options);
  const [, beta] = components;
  await updateLocks({ ...options, components: [beta] });
  expect(readdirSync(locks)).toEqual(['beta-2.0.0.json']);
});

test('reports what changed, for the review', async () => {
  const { options, change, lines } = testRelease();
  await updateLocks(options);
  const before = lines.length;
  change('beta', 'apiVersion: v1\nkind: Secret\nmetadata: { name: b, namespace: default }');
  await updateLocks(options);
  const told = lines.slice(before).filter((line) => line.startsWith('  '));
  expect(told.map((line) => line.replace(/[0-9a-f]{64}/g, '#'))).toEqual([
    '  beta-2.0.0/beta-operator.json: rendered with sha256 #, the lock says #',
    '  beta-2.0.0/beta-operator.yaml: rendered with sha256 #, the lock says #',
  ]);
});

test('writes no lock from an offline bundle', async () => {
  const { options, locks, folder } = testRelease();
  await expect(updateLocks({ ...options, env: { STRATA_MANIFESTS_DIR: folder } })).rejects.toThrow(
    'The locks are written from the cache: unset STRATA_MANIFESTS_DIR.',
  );
  expect(existsSync(locks)).toBe(false);
});
