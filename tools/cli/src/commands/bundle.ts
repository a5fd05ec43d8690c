// SPDX-License-Identifier: Apache-2.0
import { resolve } from 'node:path';
import type { CommandSpec } from '../command.ts';
import { handOn } from '../input.ts';
import { tool } from '../in-environment.ts';

/** For a site without network. */
export const bundle: CommandSpec = {
  name: 'bundle',
  group: 'Pull requests and releases',
  summary: 'write everything that a site without network needs: manifests, images, mirror script',
  arguments: [{ name: 'folder', text: 'where it is written' }],
  options: [
    {
      name: 'release',
      value: 'name',
      isMany: true,
      text: 'of the platform; default: the default one',
    },
    { name: 'all', text: 'every release' },
    { name: 'image', value: 'image', isMany: true, text: 'put this image on the list as well' },
  ],
  examples: ['bundle site-a', 'bundle site-a --release v1.9'],
  plan: (input, { folder }) => {
    const flags = handOn(input, 'release', 'all', 'image');
    const target = resolve(folder, input.argument('folder'));
    return [{ argv: tool('tools/release-manifests/src/main.ts', '--bundle', target, ...flags) }];
  },
};
