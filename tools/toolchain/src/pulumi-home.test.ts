// SPDX-License-Identifier: Apache-2.0
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Machine } from '../test/fake-go.ts';
import { makeMachine } from '../test/fake-go.ts';
import { fakePulumi } from '../test/fake-pulumi.ts';
import { ensurePulumiHome } from './pulumi-home.ts';
import { toolchainOf } from './resolved-toolchain.ts';

let machine: Machine;
beforeEach(async () => (machine = await makeMachine()));
afterEach(() => machine.remove());

const installs = 'echo "$*" >> calls; echo installed > "$PULUMI_HOME/plugin"';

test('installs the provider once, and again when the provider changes', async () => {
  const code = installs.replace('calls', `${machine.home}/calls`);
  const toolchain = await fakePulumi(machine, code);
  const home = await ensurePulumiHome(toolchain, machine.env);
  expect(home.slice(machine.cache.length)).toMatch(/^\/pulumi-home-[0-9a-f]{16}$/);
  expect(await readFile(join(home, 'plugin'), 'utf8')).toBe('installed\n');
  expect(await ensurePulumiHome(toolchain, machine.env)).toBe(home);
  const { path } = toolchain.get('pulumi-resource-kubernetes', 'pulumi-resource-kubernetes');
  expect(await readFile(join(machine.home, 'calls'), 'utf8')).toBe(
    `plugin install resource kubernetes 4.29.0 --file ${path}\n`,
  );

  await writeFile(path, 'another provider');
  expect(await ensurePulumiHome(toolchain, machine.env)).not.toBe(home);
});

test('leaves nothing behind when Pulumi refuses the plugin', async () => {
  const toolchain = await fakePulumi(machine, 'echo "error: bad plugin" >&2; exit 255');
  const { path } = toolchain.get('pulumi-resource-kubernetes', 'pulumi-resource-kubernetes');
  await expect(ensurePulumiHome(toolchain, machine.env)).rejects.toThrow(
    new Error(
      `Pulumi could not install its Kubernetes plugin from ${path} (error: bad plugin); delete ` +
        'that file and run `npm run toolchain`.',
    ),
  );
  expect(await readdir(machine.cache)).toEqual([]);
});

test('fails when the provider is not among the tools', async () => {
  const { binaries } = await fakePulumi(machine, '');
  await rm(join(machine.home, 'pulumi-resource-kubernetes'));
  await expect(ensurePulumiHome(toolchainOf(binaries.slice(0, 1)), machine.env)).rejects.toThrow(
    new Error(
      'pulumi-resource-kubernetes of pulumi-resource-kubernetes is not among the tools that were ' +
        'asked for.',
    ),
  );
});
