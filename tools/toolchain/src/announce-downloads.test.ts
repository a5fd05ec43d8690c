// SPDX-License-Identifier: Apache-2.0
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { announceDownloads } from './announce-downloads.ts';
import type { PlannedDownload } from './planned-download.ts';
import { plannedDownload } from './planned-download.ts';
import { releases } from './releases.ts';
import type { ToolName } from './tools.ts';

const readme = readFileSync(join(import.meta.dirname, '..', 'README.md'), 'utf8').split('\n');

const planned = (...names: readonly ToolName[]): PlannedDownload[] =>
  names.flatMap(
    (name) => plannedDownload(name, releases, { STRATA_CACHE_DIR: '/c' }, 'linux-amd64') ?? [],
  );

test('names what is downloaded, its size, and what happens otherwise', () => {
  expect(announceDownloads(planned('kubernetes', 'etcd', 'kubernetes-1.34'), true)).toBe(
    '2 tools to download, about 0.8 GB: kubernetes 1.35.4, kubernetes-1.34 1.34.4. One that cannot be had, ' +
      "or has not the hash that its publisher's repository names, is an error.",
  );
});

test('the README shows the line as it is printed', () => {
  expect(readme).toContain(announceDownloads(planned('kubernetes'), false));
});
