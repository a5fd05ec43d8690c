// SPDX-License-Identifier: Apache-2.0
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { compilerFlags } from '../src/build-key.ts';
import { goCommandEnv, readGoEnvironment } from '../src/go-environment.ts';
import type { Tool } from '../src/tool-types.ts';
import { tools, type ToolName } from '../src/tools.ts';

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

async function go(name: string, ...args: readonly string[]): Promise<string> {
  const env = goCommandEnv(process.env, await readGoEnvironment(process.env));
  const cwd = join(import.meta.dirname, '..', name);
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
