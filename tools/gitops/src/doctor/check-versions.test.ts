// SPDX-License-Identifier: Apache-2.0
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { RunContext } from '../run/stack-run.ts';
import { checkVersions } from './check-versions.ts';

const folder = mkdtempSync(join(tmpdir(), 'versions-'));
afterAll(() => rmSync(folder, { recursive: true }));

const own = process.versions.node;

/** Versions on a machine, and versions that a repository pins. */
interface World {
  /** Pinned version of Node. @default the running one */
  readonly node?: string;
  /** Output of `pulumi version`; undefined when there is no Pulumi. */
  readonly cli?: string | undefined;
  /** Pulumi version that has written the state of infra/prod; undefined when there is no state. */
  readonly writer?: string;
  /** Names of plugin folders. */
  readonly plugins?: readonly string[];
}

let count = 0;
/** Makes a repository that pins Pulumi 3.259.0 and version 4.24.1 of the Kubernetes plugin. */
function contextOf(world: World): RunContext {
  const { node = own, plugins = ['resource-kubernetes-v4.24.1'], writer } = world;
  const cli = 'cli' in world ? world.cli : 'v3.259.0';
  count += 1;
  const root = join(folder, String(count));
  const write = (file: string, text: string) => {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), text);
  };
  write('package.json', JSON.stringify({ devDependencies: { node } }));
  write('node_modules/@pulumi/pulumi/package.json', '{"version":"3.259.0"}');
  write('node_modules/@pulumi/kubernetes/package.json', '{"version":"4.24.1"}');
  for (const plugin of plugins) write(`home/plugins/${plugin}/file`, '');
  mkdirSync(join(root, 'bin'));
  if (cli !== undefined) {
    write('bin/pulumi', `#!/bin/sh\n[ "$1" = version ] && echo ${cli}\n`);
    chmodSync(join(root, 'bin/pulumi'), 0o755);
  }
  if (writer !== undefined) {
    const state = { checkpoint: { latest: { manifest: { version: writer } } } };
    write('state/.pulumi/stacks/infra/prod.json', JSON.stringify(state));
  }
  return {
    workspace: { root, stacks: [] },
    env: {
      PATH: join(root, 'bin'),
      PULUMI_HOME: join(root, 'home'),
      PULUMI_BACKEND_URL: `file://${join(root, 'state')}`,
    },
    signal: new AbortController().signal,
    progress: () => undefined,
  };
}

const build = 'npm run toolchain builds the pinned one; put it first on PATH.';

test('reports nothing when all versions are the pinned ones', async () => {
  expect(await checkVersions(contextOf({ writer: 'v3.259.0' }))).toEqual([]);
  // The minor version of Node does not matter, nor does an older writer of a state.
  const older = contextOf({ node: `${own.split('.')[0] ?? ''}.0.0`, writer: 'v3.99.12' });
  expect(await checkVersions(older)).toEqual([]);
});

test('names a Node of another major version', async () => {
  expect(await checkVersions(contextOf({ node: '18.20.1' }))).toEqual([
    {
      subject: 'node',
      problem: `it is ${own}, but 18.20.1 is pinned`,
      fix: 'npm ci installs the pinned one; put node_modules/.bin first on PATH.',
    },
  ]);
});

test('names a Pulumi of another version, or a missing one', async () => {
  expect(await checkVersions(contextOf({ cli: 'v3.260.0' }))).toEqual([
    { subject: 'pulumi', problem: 'it is v3.260.0, but v3.259.0 is pinned', fix: build },
  ]);
  expect(await checkVersions(contextOf({ cli: undefined }))).toEqual([
    { subject: 'pulumi', problem: 'there is no pulumi on PATH', fix: build },
  ]);
});

test('names a state that a newer Pulumi has written', async () => {
  expect(await checkVersions(contextOf({ writer: 'v3.1000.0' }))).toEqual([
    {
      subject: 'infra/prod',
      problem: 'its state was written by pulumi v3.1000.0, which is newer than v3.259.0',
      fix: 'Use pulumi v3.1000.0 or newer: raise the pin in tools/toolchain/pulumi, and @pulumi/pulumi.',
    },
  ]);
});

test('names a provider plugin that is missing, or of another version', async () => {
  const fix = 'pulumi plugin install resource kubernetes 4.24.1';
  const none = contextOf({ plugins: [] });
  expect(await checkVersions(none)).toEqual([
    {
      subject: 'plugin kubernetes',
      problem: `version 4.24.1 is not installed in ${join(none.env.PULUMI_HOME ?? '', 'plugins')}`,
      fix,
    },
  ]);
  const others = contextOf({
    plugins: ['resource-kubernetes-v4.9.0', 'resource-kubernetes-v4.10.0', 'resource-aws-v1.0.0'],
  });
  expect(await checkVersions(others)).toEqual([
    {
      subject: 'plugin kubernetes',
      problem: `version 4.24.1 is pinned, but ${join(others.env.PULUMI_HOME ?? '', 'plugins')} has 4.10.0, 4.9.0`,
      fix,
    },
  ]);
});
