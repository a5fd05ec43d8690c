// SPDX-License-Identifier: Apache-2.0
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { tagFlags } from '../src/build-key.ts';
import { goCommandEnv, readGoEnvironment } from '../src/go-environment.ts';
import { tools, type ToolName } from '../src/tools.ts';

/** Tools whose folders have Go tests. */
const folders: readonly ToolName[] = [
  'kubevirt-cloud-controller-manager',
  'kubevirt-csi-driver',
  'nft',
];

const run = promisify(execFile);

async function go(name: ToolName, ...args: readonly string[]): Promise<string> {
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

// With the flags of the tool's own build, so all but the tests themselves and the clusters in
// memory that they use is compiled already. With an empty cache that takes minutes.
test.each(folders)(
  'the Go tests of %s pass',
  async (name) => {
    const lines = (await go(name, 'test', '-trimpath', ...tagFlags(tools[name]), './...'))
      .split('\n')
      .filter((line) => line !== '' && !line.endsWith('[no test files]'));
    expect(lines.filter((line) => !line.startsWith('ok'))).toEqual([]);
    expect(lines).not.toEqual([]);
  },
  20 * 60_000,
);
