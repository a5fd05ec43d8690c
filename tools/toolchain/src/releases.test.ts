// SPDX-License-Identifier: Apache-2.0
import { patchNames, readToolSource } from './build-key.ts';
import { plannedDownload } from './planned-download.ts';
import type { Release } from './release-types.ts';
import { releases } from './releases.ts';
import type { Tool } from './tool-types.ts';
import type { ToolName } from './tools.ts';
import { toolNames, tools } from './tools.ts';

const entries = (Object.entries(releases) as [ToolName, Release | { built: string }][]).flatMap(
  ([name, row]) => ('built' in row ? [] : [{ name, row }]),
);

test('both releases of Kubernetes and actionlint are downloaded, all else is built', () => {
  expect(entries.map(({ name }) => name)).toEqual(['kubernetes', 'kubernetes-1.34', 'actionlint']);
  expect(Object.keys(releases).sort()).toEqual([...toolNames].sort());
});

test.each(entries)('$name: the release is the one of the table of tools', async ({ name, row }) => {
  const { binaries, cgo, tags, version }: Tool = tools[name];
  expect(row.version).toBe(version);
  for (const { url } of Object.values(row.archives)) expect(url).toContain(`v${version}/`);
  expect(Object.keys(row.paths)).toEqual(binaries.map((binary) => binary.name));
  // A tool that is built with options or patches of its own must not be replaced by a release.
  expect({ cgo, tags }).toEqual({ cgo: undefined, tags: undefined });
  expect(patchNames(await readToolSource(name))).toEqual([]);
});

test.each(entries)('$name: hashes are whole, and name where they were read', ({ row }) => {
  const digits = { sha256: 64, sha512: 128 }[row.algorithm];
  const archives = Object.entries(row.archives);
  expect(archives.map(([platform]) => platform)).toEqual(['linux-amd64', 'linux-arm64']);
  for (const [, { hash, url }] of archives) {
    expect(hash).toMatch(new RegExp(`^[0-9a-f]{${digits}}$`));
    expect(url).toMatch(/^https:\/\/.*\.tar\.gz$/);
  }
  expect(new Set(archives.map(([, { hash }]) => hash)).size).toBe(2);
  expect(row.source.commit).toMatch(/^[0-9a-f]{40}$/);
  expect(row.source.repository).toMatch(/^https:\/\/github\.com\/[\w-]+\/[\w-]+$/);
});

test('another hash, or another program, has another folder in the cache', () => {
  const env = { STRATA_CACHE_DIR: '/cache' };
  const folderOf = (change: Partial<Release>) => {
    const { etcd } = { etcd: { ...(releases.actionlint as Release), ...change } };
    return plannedDownload('actionlint', { actionlint: etcd }, env, 'linux-amd64')?.target;
  };
  const other = { url: 'https://releases.example/a.tar.gz', hash: 'f'.repeat(64) };
  const folders = [
    folderOf({}),
    folderOf({ archives: { 'linux-amd64': other } }),
    folderOf({ paths: { actionlint: 'bin/actionlint' } }),
  ];
  expect(new Set(folders).size).toBe(3);
  for (const folder of folders) {
    expect(folder).toMatch(/^\/cache\/toolchain\/actionlint-1\.7\.12-[0-9a-f]{16}$/);
  }
});
