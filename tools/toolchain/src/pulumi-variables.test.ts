// SPDX-License-Identifier: Apache-2.0
import { readFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import type { Machine } from '../test/fake-go.ts';
import { makeMachine } from '../test/fake-go.ts';
import { fakePulumi } from '../test/fake-pulumi.ts';
import { pulumiVariables } from './pulumi-variables.ts';

const { STRATA_CACHE_DIR: before } = process.env;
let machine: Machine;
beforeEach(async () => {
  machine = await makeMachine();
  process.env.STRATA_CACHE_DIR = machine.cache;
});
afterEach(async () => {
  if (before === undefined) delete process.env.STRATA_CACHE_DIR;
  else process.env.STRATA_CACHE_DIR = before;
  await machine.remove();
});

test('the pinned tools come first, the own PATH last, and Pulumi has its plugin', async () => {
  const toolchain = await fakePulumi(machine, 'echo installed > "$PULUMI_HOME/plugin"');
  const { PATH, PULUMI_HOME } = await pulumiVariables(toolchain, { PATH: '/own' }, ['/a', '/b']);
  const [tools = '', ...others] = PATH.split(delimiter);
  expect(others).toEqual(['/a', '/b', '/own']);
  expect(await readFile(join(tools, 'pulumi'), 'utf8')).toContain('echo installed');
  expect(await readFile(join(PULUMI_HOME, 'plugin'), 'utf8')).toBe('installed\n');
});
