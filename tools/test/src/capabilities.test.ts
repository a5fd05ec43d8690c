// SPDX-License-Identifier: Apache-2.0
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '../../..');
const page = readFileSync(join(root, 'docs/capabilities.md'), 'utf8');

/** Every test that the page names, of Jest or Go: its file, and the name as it stands in the source. */
const cited = [...page.matchAll(/`([\w./-]+(?:\.test\.ts|_test\.go))`((?:,? "[^"|]+")+)/g)].flatMap(
  ([, file = '', names = '']) =>
    [...names.matchAll(/"([^"|]+)"/g)].map(([, name = '']) => ({ file, name })),
);

/** Files are below the platform's program unless they say where they are. */
function pathOf(file: string): string {
  const isWhole = /^(packages|tools|e2e)\//.test(file);
  return join(root, isWhole ? file : join('packages/kubevirt-stack/src', file));
}

test('the page of capabilities names many tests', () => {
  expect(cited.length).toBeGreaterThan(150);
});

test('every test that it names is there', () => {
  const missing = cited.filter(({ file, name }) => {
    const path = pathOf(file);
    if (!existsSync(path)) return true;
    const source = readFileSync(path, 'utf8').replaceAll("\\'", "'");
    return !source.includes(name);
  });
  expect(missing).toEqual([]);
});
