// SPDX-License-Identifier: Apache-2.0
import { readFileSync } from 'node:fs';
import { rules } from '../rules.ts';
import { pageFile, pageText } from './page-file.ts';
import { schemaFile, schemaText } from './settings-schema.ts';

test('the committed page is up to date; node packages/policies/src/page/write-page.ts writes it', async () => {
  expect(readFileSync(pageFile, 'utf8')).toBe(await pageText());
});

test('the committed schema of settings is up to date; the same command writes it', async () => {
  expect(readFileSync(schemaFile, 'utf8')).toBe(await schemaText());
});

test('the page has every rule once', async () => {
  const page = await pageText();
  const headings = [...page.matchAll(/^### (.+)$/gm)].map(([, name]) => name);
  expect(headings.toSorted()).toEqual(rules.map(({ name }) => name).toSorted());
});
