// SPDX-License-Identifier: Apache-2.0
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { measuredScripts } from './measured-scripts.ts';
import { measureScripts } from './measure-scripts.ts';

const root = join(import.meta.dirname, '../../../..');

test('every script and every test of the table is there', () => {
  const files = Object.values(measuredScripts).flatMap(({ script, tests }) => [script, ...tests]);
  expect(files.filter((file) => !existsSync(join(root, file)))).toEqual([]);
});

test('says which scripts there are', async () => {
  await expect(measureScripts(root, ['drain', 'drian'])).rejects.toThrow(
    `there is no script "drian"; there are ${Object.keys(measuredScripts).join(', ')}`,
  );
});
