// SPDX-License-Identifier: Apache-2.0
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sha256 } from './sha256.ts';
import { moduleHashes, testRelease } from './test-release.ts';
import { updateLock } from './update-lock.ts';

test('the lock lists modules, files, objects and images', async () => {
  const { options, directory } = testRelease();
  const { components } = await updateLock(options);
  expect(components[0]).toEqual({
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

test('writing the lock again changes no byte', async () => {
  const { options, lockFile } = testRelease();
  await updateLock(options);
  const first = readFileSync(lockFile, 'utf8');
  await updateLock(options);
  expect(readFileSync(lockFile, 'utf8')).toBe(first);
});

test('what changed is told for the review', async () => {
  const { options, change, lines } = testRelease();
  await updateLock(options);
  const before = lines.length;
  change('beta', 'apiVersion: v1\nkind: Secret\nmetadata: { name: b, namespace: default }');
  await updateLock(options);
  const told = lines.slice(before).filter((line) => line.startsWith('  '));
  expect(told.map((line) => line.replace(/[0-9a-f]{64}/g, '#'))).toEqual([
    '  beta-2.0.0/beta-operator.json: rendered with sha256 #, the lock says #',
    '  beta-2.0.0/beta-operator.yaml: rendered with sha256 #, the lock says #',
  ]);
});

test('no lock is written from an offline bundle', async () => {
  const { options, lockFile, folder } = testRelease();
  await expect(updateLock({ ...options, env: { STRATA_MANIFESTS_DIR: folder } })).rejects.toThrow(
    'The lock is written from the cache: unset STRATA_MANIFESTS_DIR.',
  );
  expect(existsSync(lockFile)).toBe(false);
});
