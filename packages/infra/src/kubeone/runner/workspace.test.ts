// SPDX-License-Identifier: Apache-2.0
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ownAddonFile } from '../own-addons.ts';
import { withWorkspace } from './workspace.ts';

test('puts the addons beside the manifest, and deletes the folder afterwards', async () => {
  const folder = await withWorkspace('name: rack-a', {}, ({ folder: place, args }) => {
    expect(args).toEqual(['--manifest', join(place, 'kubeone.yaml')]);
    expect(readdirSync(place, { recursive: true }).sort()).toEqual([
      'addons',
      'addons/backups-restic',
      'addons/backups-restic/backups-restic.yaml',
      'kubeone.yaml',
    ]);
    expect(readFileSync(join(place, 'addons/backups-restic/backups-restic.yaml'), 'utf8')).toBe(
      readFileSync(ownAddonFile('backups-restic'), 'utf8'),
    );
    return Promise.resolve(place);
  });
  expect(existsSync(folder)).toBe(false);
});
