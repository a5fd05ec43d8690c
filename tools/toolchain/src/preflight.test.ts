// SPDX-License-Identifier: Apache-2.0
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { requireGo, requireSpace } from './preflight.ts';

/** A home without Go and without tools. */
let home: string;
beforeEach(() => (home = mkdtempSync(join(tmpdir(), 'strata-preflight-'))));
afterEach(() => rmSync(home, { recursive: true }));
const env = () => ({ HOME: home, PATH: join(home, 'bin') });

test('a machine without Go is told what to install', async () => {
  await expect(requireGo(env())).rejects.toThrow(
    'Go is missing: install Go 1.26 or newer (https://go.dev/dl) and put its bin folder first on PATH.',
  );
});

test('without Go every tool counts as to be built, where Go usually writes', async () => {
  await expect(requireSpace(['etcd'], env(), () => Promise.resolve(1))).rejects.toThrow(
    new RegExp(
      `^Not enough disk space: 0\\.0 GB free where about .* will be written \\(GOMODCACHE ${home}/go/pkg/mod, GOCACHE ${home}/.cache/go-build, STRATA_CACHE_DIR ${home}/.cache/strata/toolchain\\)`,
    ),
  );
});

test('a disk with room has the tools that are to be built, and what they take', async () => {
  const { mebibytes, names } = await requireSpace(['etcd'], env(), () => Promise.resolve(1e9));
  expect(names).toEqual(['etcd']);
  expect(mebibytes).toBeGreaterThan(100);
});
