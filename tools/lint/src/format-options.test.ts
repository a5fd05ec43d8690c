// SPDX-License-Identifier: Apache-2.0
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '../../..');
const read = (file: string) =>
  JSON.parse(readFileSync(join(root, file), 'utf8')) as Readonly<Record<string, unknown>>;

test('what writes pages and schemas formats them by the options of npm run format', () => {
  const { $schema, sortPackageJson, ...options } = read('.oxfmtrc.json');
  expect([$schema, sortPackageJson]).toEqual([
    './node_modules/oxfmt/configuration_schema.json',
    // Prettier leaves the order of package.json as it is.
    false,
  ]);
  expect(options).toEqual(read('.prettierrc.json'));
});
