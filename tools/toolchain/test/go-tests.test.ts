// SPDX-License-Identifier: Apache-2.0
import { execFile } from 'node:child_process';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { compilerFlags, patchNames, readToolSource } from '../src/build-key.ts';
import { goCommandEnv, readGoEnvironment } from '../src/go-environment.ts';
import { moduleFolderQuery, patchModule } from '../src/patch-module.ts';
import type { Tool } from '../src/tool-types.ts';
import { toolNames, tools, type ToolName } from '../src/tools.ts';

/** Folders that have Go tests: of tools, and of what only records what a Go library says. */
const folders = [
  'kubevirt-cloud-controller-manager',
  'kubevirt-csi-driver',
  'nft',
  'test/quantities',
];

/** The flags of the tool's own build, so that what it has in common with its tests is compiled once. */
const flagsOf = (name: string) => {
  const tool: Pick<Tool, 'tags'> = name in tools ? (tools[name as ToolName] as Tool) : {};
  return compilerFlags(tool);
};

const run = promisify(execFile);

const folderOf = (name: string) => join(import.meta.dirname, '..', name);

async function go(name: string, ...args: readonly string[]): Promise<string> {
  return await goIn(folderOf(name), name, ...args);
}

async function goIn(cwd: string, name: string, ...args: readonly string[]): Promise<string> {
  const env = goCommandEnv(process.env, await readGoEnvironment(process.env));
  try {
    return (await run('go', args, { cwd, env, maxBuffer: 2 ** 26 })).stdout;
  } catch (error) {
    // Go writes what has failed to standard output.
    const { stdout, stderr } = error as { readonly stdout: string; readonly stderr: string };
    throw new Error(`go ${args.join(' ')} in ${name}:\n${stdout}${stderr}`, { cause: error });
  }
}

// All but the tests themselves and the clusters in memory that they use is compiled already, where
// the tools are. With an empty cache that takes minutes.
// Proves: cloud-controller.load-balancers, cloud-controller.local-traffic, cloud-controller.nodes
// Proves: placement.zones, volumes.chosen-classes, volumes.claims, volumes.growth
// Proves: volumes.snapshots
test.each(folders)(
  'the Go tests of %s pass',
  async (name) => {
    const lines = (await go(name, 'test', ...flagsOf(name), './...'))
      .split('\n')
      .filter((line) => line !== '' && !line.endsWith('[no test files]'));
    expect(lines.filter((line) => !line.startsWith('ok'))).toEqual([]);
    expect(lines).not.toEqual([]);
  },
  20 * 60_000,
);

/** Returns the folders of a module in which patches add Go tests. */
const testedBy = (patches: readonly Buffer[]) => {
  const added = patches.flatMap((patch) => [
    ...patch.toString().matchAll(/^--- \/dev\/null\n\+\+\+ b\/(.*_test\.go)$/gm),
  ]);
  return [...new Set(added.map(([, file = '']) => dirname(file)))];
};

// Proves: upgrades.interrupted
test(
  'the Go tests that patches add pass',
  async () => {
    const patched: ToolName[] = [];
    for (const name of toolNames) {
      const source = await readToolSource(name);
      const names = patchNames(source);
      if (names.length === 0) continue;
      patched.push(name);
      const folder = await mkdtemp(join(tmpdir(), 'go-tests-'));
      try {
        await cp(folderOf(name), folder, { recursive: true });
        const { module } = source.tool;
        const from = (await goIn(folder, name, ...moduleFolderQuery(source.tool))).trim();
        const patches = names.map((file) => join(folder, file));
        const to = join(folder, 'patched');
        await patchModule({ from, to, patches, env: process.env, tests: true });
        await goIn(folder, name, 'mod', 'edit', `-replace=${module.path}=./patched`);
        const contents = source.files.filter((file) => names.includes(file.name));
        const packages = testedBy(contents.map(({ content }) => content));
        expect(packages).not.toEqual([]);
        const paths = packages.map((path) => `${module.path}/${path}`);
        const said = await goIn(folder, name, 'test', ...flagsOf(name), ...paths);
        const lines = said.split('\n').filter((line) => line !== '');
        expect(lines.map((line) => line.slice(0, 2))).toEqual(packages.map(() => 'ok'));
      } finally {
        await rm(folder, { recursive: true, force: true });
      }
    }
    expect(patched).toEqual(['pulumi', 'pulumi-resource-kubernetes']);
  },
  20 * 60_000,
);
