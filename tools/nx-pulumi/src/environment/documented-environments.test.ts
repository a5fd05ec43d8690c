// SPDX-License-Identifier: Apache-2.0
import { createTree } from '@nx/devkit/testing';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { generateEnvironment } from '../index.ts';
import type { EnvironmentOptions } from './environment-files.ts';

const root = resolve(import.meta.dirname, '../../../..');

const command = /^ *(?:npx strata new environment|npx nx g @strata\/nx-pulumi:environment) (.+)$/m;

/** Returns the options of the command for a new environment in a page. */
function optionsIn(page: string): EnvironmentOptions {
  const text = readFileSync(join(root, page), 'utf8').replaceAll(/\\\n\s*/g, '');
  const [, words = ''] = command.exec(text) ?? [];
  const [name, ...pairs] = words.split(/ +--/);
  const options = pairs.map((pair) => {
    const [key = '', value = ''] = pair.split(' ');
    const option = key.replaceAll(/-(.)/g, (_, letter: string) => letter.toUpperCase());
    return [option, /^\d+$/.test(value) ? Number(value) : value];
  });
  return { name, ...Object.fromEntries(options) } as EnvironmentOptions;
}

test.each([
  ['docs/bare-metal.md', 'rack-a'],
  ['docs/environments.md', 'hall-2'],
  ['docs/runbooks/add-rack.md', 'rack-a'],
])('the command of %s writes the files of "%s"', (page, name) => {
  const tree = createTree();
  generateEnvironment(tree, optionsIn(page));
  const written = tree.listChanges().map(({ path }) => path);
  expect(written).toContain(`stacks/infra/Pulumi.${name}.yaml`);
  expect(tree.read(`stacks/infra/Pulumi.${name}.yaml`, 'utf8')).toContain(
    'infra:provisioner: kubeone',
  );
});
