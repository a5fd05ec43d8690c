// SPDX-License-Identifier: Apache-2.0
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Machine } from '../test/fake-go.ts';
import { buildsAll, makeMachine, recordingReport } from '../test/fake-go.ts';
import { ensureToolchain } from './ensure-toolchain.ts';
import { ToolchainError } from './toolchain-error.ts';
import { resolveToolchain } from './resolve-toolchain.ts';
import { toolsFor } from './tools.ts';

let machine: Machine;
beforeEach(async () => (machine = await makeMachine()));
afterEach(() => machine.remove());

/**
 * Reports enough free space: the tests build nothing large, whatever the machine's disk has left.
 */
const ample = () => Promise.resolve(1_000_000);

const inCache = () => readdir(join(machine.cache, 'toolchain'));

test('builds missing tools, gives binaries their names, and reports it', async () => {
  const report = recordingReport();
  const { env } = machine;
  const options = { env, report, freeSpace: ample, cores: 2 };
  const toolchain = await ensureToolchain({ tools: ['etcd', 'metallb'], ...options });

  const etcd = toolchain.get('etcd', 'etcd');
  expect(etcd).toEqual({
    tool: 'etcd',
    binary: 'etcd',
    version: '3.6.5',
    path: etcd.path,
    source: 'cache',
  });
  expect(etcd.path.slice(machine.cache.length)).toMatch(
    /^\/toolchain\/etcd-3\.6\.5-[0-9a-f]{16}\/etcd$/,
  );
  expect(await readFile(etcd.path, 'utf8')).toBe('#!/bin/sh\necho server\n');
  expect(toolchain.get('metallb', 'metallb-controller').path).toMatch(/\/metallb-controller$/);
  expect(report.lines).toEqual([
    '2 Go tools to build from source: about 2 min if the 2 cores of this machine do nothing else ' +
      'and nothing is compiled yet, and up to 1.5 GB of disk. It may be stopped at any time: the ' +
      'next run goes on.',
    '[1/2] etcd 3.6.5, the store of every control plane: building (about 1 min)',
    '[1/2] etcd 3.6.5: done in 0s; 0s so far, 0.0 GB of disk, about 1 min left',
    '[2/2] metallb 0.16.1, addresses of load balancers: building (about 1 min)',
    '[2/2] metallb 0.16.1: done in 0s; 0s so far, 0.0 GB of disk',
    'Toolchain ready: 2 built in 0s.',
  ]);
  expect((await inCache()).map((name) => name.replace(/[0-9a-f]{16}$/, '<key>')).sort()).toEqual([
    'etcd-3.6.5-<key>',
    'logs',
    'metallb-0.16.1-<key>',
  ]);
});

test('uses built tools and prints one line', async () => {
  const { env } = machine;
  await ensureToolchain({ tools: ['etcd'], env });
  const calls = await machine.goCalls();
  const report = recordingReport();
  const toolchain = await ensureToolchain({ tools: ['etcd'], env, report });
  expect(await machine.goCalls()).toEqual(calls);
  expect(report.lines).toEqual(['Toolchain ready: 1 from the cache.']);
  expect((await resolveToolchain({ tools: ['etcd'], env })).binaries).toEqual(toolchain.binaries);
});

test('says which variable moves a cache that cannot be written', async () => {
  const env = { ...machine.env, STRATA_CACHE_DIR: '/dev/null/strata' };
  await expect(ensureToolchain({ tools: ['etcd'], env, freeSpace: ample })).rejects.toThrow(
    new ToolchainError(
      "ENOTDIR: not a directory, mkdir '/dev/null/strata/toolchain': " +
        'set STRATA_CACHE_DIR to a folder that you may write to, and run again.',
    ),
  );
});

test('builds again for another version of Go', async () => {
  const { env } = machine;
  const first = await ensureToolchain({ tools: ['etcd'], env });
  await machine.setGo({ version: 'go1.26.9' });
  const second = await ensureToolchain({ tools: ['etcd'], env });
  expect(second.get('etcd', 'etcd').path).not.toBe(first.get('etcd', 'etcd').path);
});

test('builds again when a binary has been deleted', async () => {
  const { env } = machine;
  const { path } = (await ensureToolchain({ tools: ['etcd'], env })).get('etcd', 'etcd');
  await rm(path);
  expect((await ensureToolchain({ tools: ['etcd'], env })).get('etcd', 'etcd').path).toBe(path);
  expect(await readFile(path, 'utf8')).toBe('#!/bin/sh\necho server\n');
});

test('asks Go for stripped binaries that contain the release version', async () => {
  await ensureToolchain({ tools: ['pulumi'], env: machine.env });
  const calls = await machine.goCalls();
  expect(calls.slice(-2).map((call) => call.replace(/-o=\S+\//, '-o=<out>/'))).toEqual([
    'list -deps github.com/pulumi/pulumi/pkg/v3/cmd/pulumi',
    'build -v -trimpath -gcflags=all=-dwarf=false -ldflags=-s -w -X ' +
      'github.com/pulumi/pulumi/sdk/v3/go/common/version.Version=v3.259.0 -o=<out>/ ' +
      'github.com/pulumi/pulumi/pkg/v3/cmd/pulumi',
  ]);
});

test('gives Go the build tags of a tool', async () => {
  await ensureToolchain({ tools: ['prometheus'], env: machine.env });
  const tags = '-tags=remove_all_sd,enable_kubernetes_sd';
  const programs = ['prometheus', 'promtool'].map(
    (name) => `github.com/prometheus/prometheus/cmd/${name}`,
  );
  const calls = await machine.goCalls();
  expect(calls.map((call) => call.replace(/-o=\S+\//, '-o=<out>/'))).toEqual([
    `list -deps ${tags} ${programs.join(' ')}`,
    'build -v -trimpath -gcflags=all=-dwarf=false -ldflags=-s -w -X ' +
      'github.com/prometheus/common/version.Version=3.15.0 ' +
      `${tags} -o=<out>/ ${programs.join(' ')}`,
  ]);
});

test('copies the modules that a tool keeps in folders of its own', async () => {
  const isThere = '[ -s virt-template-api/core/v1beta1/types.go ] || exit 1';
  await machine.setGo({ build: `${isThere}; ${buildsAll}` });
  const toolchain = await ensureToolchain({ tools: ['kubevirt-1.9'], env: machine.env });
  expect(toolchain.get('kubevirt-1.9', 'virt-api').version).toBe('1.9.0');
});

test('selects the tools of npm start when none are named', async () => {
  const { env } = machine;
  const { binaries } = await ensureToolchain({ env, freeSpace: ample });
  expect([...new Set(binaries.map(({ tool }) => tool))]).toEqual(toolsFor('start'));
  expect((await resolveToolchain({ env })).binaries).toEqual(binaries);
});

test('the README shows what is announced when all tools of npm start are built', async () => {
  const report = recordingReport();
  const stop = new AbortController();
  const line = (text: string) => {
    report.line(text);
    stop.abort();
  };
  const { signal } = stop;
  const options = { report: { ...report, line }, signal, freeSpace: ample, cores: 2 };
  await expect(ensureToolchain({ env: machine.env, ...options })).rejects.toThrow(/^Stopped;/);
  const readme = await readFile(join(import.meta.dirname, '..', 'README.md'), 'utf8');
  expect(readme.split('\n')).toContain(report.lines[0]);
});

test('puts the files that main.go embeds beside it, outside the repository', async () => {
  const isThere = '[ -s schema-embed.json ] && [ -s terraform-mapping-embed.json ] || exit 1';
  await machine.setGo({ build: `${isThere}; pwd > ${machine.home}/cwd; ${buildsAll}` });
  const tools = ['pulumi-resource-kubernetes'] as const;
  const toolchain = await ensureToolchain({ tools, env: machine.env });
  const { path } = toolchain.get('pulumi-resource-kubernetes', 'pulumi-resource-kubernetes');
  expect(await readFile(path, 'utf8')).toBe('#!/bin/sh\necho pulumi-resource-kubernetes\n');
  const cwd = await readFile(join(machine.home, 'cwd'), 'utf8');
  expect(cwd.startsWith(`${machine.cache}/toolchain/`)).toBe(true);
});

test('builds a tool with patches from a patched copy of its module', async () => {
  await writeFile(join(machine.home, 'module/pkg/version/main.go'), 'package main\n');
  const isThere = '[ -s patched/main.go ] && ls patches/*.patch >/dev/null || exit 1';
  await machine.setGo({ build: `${isThere}; ${buildsAll}` });
  const toolchain = await ensureToolchain({ tools: ['pulumi'], env: machine.env });
  expect(await readFile(toolchain.get('pulumi', 'pulumi').path, 'utf8')).toContain('echo pulumi');
  const calls = await machine.goCalls();
  const all = calls.map((call) => call.replace(/[^ ]*\/src\/patches\//, ''));
  // In the order of the numbers that their names begin with.
  const patches = (await readdir(join(import.meta.dirname, '../pulumi/patches'))).sort();
  expect(patches[0]).toBe('0001-save-deployment.patch');
  expect(all.slice(0, -2)).toEqual([
    'list -f {{.Module.Dir}} github.com/pulumi/pulumi/pkg/v3/cmd/pulumi',
    ...patches.map((patch) => `git apply --exclude=*_test.go ${patch}`),
    'mod edit -replace=github.com/pulumi/pulumi/pkg/v3=./patched',
  ]);
});

test('overrides what the user has set for other Go work', async () => {
  const names = ['CGO_ENABLED', 'GOARCH', 'GOFLAGS', 'GOOS', 'GOTOOLCHAIN', 'GOWORK', 'GOPROXY'];
  const print = names.map((name) => `echo "${name}=$${name}"`).join('; ');
  await machine.setGo({ build: `{ ${print}; } > ${machine.home}/env; ${buildsAll}` });
  const foreign = {
    GOFLAGS: '-mod=vendor',
    GOOS: 'windows',
    GOARCH: 'arm64',
    GOWORK: '/x/go.work',
  };
  const env = { ...machine.env, ...foreign, GOPROXY: 'https://mirror.example' };
  await ensureToolchain({ tools: ['etcd'], env });
  expect(await readFile(join(machine.home, 'env'), 'utf8')).toBe(
    'CGO_ENABLED=0\nGOARCH=amd64\nGOFLAGS=-mod=readonly -buildvcs=false\nGOOS=linux\n' +
      'GOTOOLCHAIN=local\nGOWORK=off\nGOPROXY=https://mirror.example\n',
  );
});

test('links a program that is partly in C statically, with the given pkg-config', async () => {
  const print = 'echo "$CGO_ENABLED $PKG_CONFIG $*"';
  await machine.setGo({ build: `{ ${print}; } > ${machine.home}/env; ${buildsAll}` });
  const env = { ...machine.env, PKG_CONFIG: '/x/pkg-config' };
  await ensureToolchain({ tools: ['runc'], env });
  const said = await readFile(join(machine.home, 'env'), 'utf8');
  expect(said).toMatch(/^1 \/x\/pkg-config build /);
  expect(said).toContain('-ldflags=-s -w -linkmode=external -extldflags=-static ');
  expect(said).toContain('-tags=seccomp,urfave_cli_no_docs,netgo,osusergo ');
});

test('builds once when asked twice at the same time', async () => {
  await machine.setGo({ build: `sleep 2; ${buildsAll}` });
  const { env } = machine;
  const reports = [recordingReport(), recordingReport()];
  const [first, second] = await Promise.all(
    reports.map((report) => ensureToolchain({ tools: ['etcd'], env, report })),
  );
  expect(first?.binaries).toEqual(second?.binaries);
  const builds = (await machine.goCalls()).filter((call) => call.startsWith('build'));
  expect(builds).toHaveLength(1);
  expect(reports.map(({ lines }) => lines[1]).sort()).toEqual([
    '[1/1] etcd 3.6.5, the store of every control plane: building (about 1 min)',
    '[1/1] etcd 3.6.5: built by another process',
  ]);
  expect(reports.flatMap(({ states }) => states)).toContain(
    `[1/1] etcd 3.6.5: waiting for process ${process.pid}, which builds it (0s)`,
  );
});

test('reports every second what Go is doing', async () => {
  await machine.setGo({ build: `echo k8s.io/api/core/v1 >&2; sleep 4; ${buildsAll}` });
  const report = recordingReport();
  await ensureToolchain({ tools: ['etcd'], env: machine.env, report });
  // On a busy machine the first report may come before Go has said anything.
  expect(report.states.map((state) => state.replace(/ \d+s,/, ' Ns,'))).toContain(
    '[1/1] etcd 3.6.5: Ns, about 1 min left; 1 of at most 2 packages compiled (k8s.io/api/core/v1)',
  );
});

test('reaches a milestone when its last tool is built, before it builds the others', async () => {
  const { env } = machine;
  await ensureToolchain({ tools: ['etcd'], env, freeSpace: ample });
  const report = recordingReport();
  await ensureToolchain({
    tools: ['etcd', 'kwok', 'metallb'],
    env,
    report,
    freeSpace: ample,
    cores: 2,
    milestone: {
      tools: ['etcd', 'kwok'],
      reached: (toolchain) => {
        const found = toolchain.binaries.map(({ binary }) => binary);
        report.line(`reached with ${found.join(', ')}`);
        return Promise.resolve();
      },
    },
  });
  expect(report.lines.slice(1)).toEqual([
    '[1/2] kwok 0.7.0, the kubelet of the simulated hosts: building (about 1 min)',
    '[1/2] kwok 0.7.0: done in 0s; 0s so far, 0.0 GB of disk, about 1 min left',
    'reached with etcd, kwok',
    '[2/2] metallb 0.16.1, addresses of load balancers: building (about 1 min)',
    '[2/2] metallb 0.16.1: done in 0s; 0s so far, 0.0 GB of disk',
    'Toolchain ready: 1 from the cache, 2 built in 0s.',
  ]);
});

test('does not call a milestone whose tools were all there already', async () => {
  const { env } = machine;
  await ensureToolchain({ tools: ['etcd'], env, freeSpace: ample });
  const reached = jest.fn(() => Promise.resolve());
  await ensureToolchain({ tools: ['etcd'], env, milestone: { tools: ['etcd'], reached } });
  expect(reached).not.toHaveBeenCalled();
});

test('resolveToolchain never builds, and lists everything that is missing', async () => {
  const tools = ['kwok', 'etcd'] as const;
  await expect(resolveToolchain({ tools, env: machine.env })).rejects.toThrow(
    new Error('Not built yet: etcd 3.6.5, kwok 0.7.0; run `npm run toolchain`.'),
  );
  expect(await machine.goCalls()).toEqual([]);
});

test('names the tools that npm start does not need in the command that builds them', async () => {
  const tools = ['restic', 'etcd'] as const;
  await expect(resolveToolchain({ tools, env: machine.env })).rejects.toThrow(
    new Error(
      'Not built yet: etcd 3.6.5, restic 0.18.1; run `npm run toolchain -- --only etcd,restic`.',
    ),
  );
});
