// SPDX-License-Identifier: Apache-2.0
import { cacheDir, toolchainDir } from './cache-dir.ts';

test.each([
  [{ STRATA_CACHE_DIR: '/big/strata', XDG_CACHE_HOME: '/xdg', HOME: '/home/ann' }, '/big/strata'],
  [{ XDG_CACHE_HOME: '/xdg', HOME: '/home/ann' }, '/xdg/strata'],
  [{ XDG_CACHE_HOME: 'relative', HOME: '/home/ann' }, '/home/ann/.cache/strata'],
  [{ STRATA_CACHE_DIR: '', HOME: '/home/ann' }, '/home/ann/.cache/strata'],
])('%j puts the cache in %s', (env, folder) => {
  expect(cacheDir(env)).toBe(folder);
  expect(toolchainDir(env)).toBe(`${folder}/toolchain`);
});

test('refuses a relative folder, which would depend on the working directory', () => {
  expect(() => cacheDir({ STRATA_CACHE_DIR: 'cache' })).toThrow(
    new Error('STRATA_CACHE_DIR must be an absolute path, not "cache".'),
  );
});
