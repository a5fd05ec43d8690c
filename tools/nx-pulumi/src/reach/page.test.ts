// SPDX-License-Identifier: Apache-2.0
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pagePath, pageText } from './page.ts';

const root = resolve(import.meta.dirname, '../../../..');

test('is committed as the edits have it; node tools/nx-pulumi/src/reach/write-page.ts writes it', async () => {
  expect(readFileSync(join(root, pagePath), 'utf8')).toBe(await pageText(root));
});
