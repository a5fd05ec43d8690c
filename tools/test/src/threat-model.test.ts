// SPDX-License-Identifier: Apache-2.0
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const at = (path: string) => fileURLToPath(new URL(`../../../${path}`, import.meta.url));

test('every test that the threat model cites exists', () => {
  const page = readFileSync(at('docs/threat-model.md'), 'utf8');
  const cited = [...page.matchAll(/`((?:e2e|packages|tools)\/[^`]+)`/g)].map(
    ([, path = '']) => path,
  );
  expect(cited.length).toBeGreaterThan(15);
  expect(cited.filter((path) => !existsSync(at(path)))).toEqual([]);
});
