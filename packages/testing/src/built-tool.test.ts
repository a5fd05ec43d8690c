// SPDX-License-Identifier: Apache-2.0
import { mkdirSync, mkdtempSync, rmSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { builtTool } from './built-tool.ts';

const cache = mkdtempSync(join(tmpdir(), 'built-tool-'));
const env = { STRATA_CACHE_DIR: cache };
afterAll(() => rmSync(cache, { recursive: true }));

const make = (folder: string) => mkdirSync(join(cache, 'toolchain', folder), { recursive: true });

test('a tool that is being built is not there yet', () => {
  make('etcd-3.6.5-0123456789abcdef.building-2190-1.1');
  expect(() => builtTool('etcd-3.6.5', 'etcd', env)).toThrow(
    'etcd is not built: npm run toolchain -- --all',
  );
});

test('a tool is found by its name and version, and none whose name only begins like it', () => {
  make('etcd-3.6.50-0123456789abcdef');
  make('etcd-3.6.5-0123456789abcdef');
  expect(builtTool('etcd-3.6.5', 'etcd', env)).toBe(
    join(cache, 'toolchain/etcd-3.6.5-0123456789abcdef/etcd'),
  );
});

test('of several builds of a version the last one is taken', () => {
  const builds = ['a', 'b', 'c'].map((letter) => `helm-3.20.2-${letter.repeat(16)}`);
  for (const [index, build] of builds.entries()) {
    make(build);
    const hour = [2, 3, 1][index] ?? 0;
    utimesSync(join(cache, 'toolchain', build), hour * 3_600, hour * 3_600);
  }
  expect(builtTool('helm-3.20.2', 'helm', env)).toBe(
    join(cache, 'toolchain/helm-3.20.2-bbbbbbbbbbbbbbbb/helm'),
  );
});
