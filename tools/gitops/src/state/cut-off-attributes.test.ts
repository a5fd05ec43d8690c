// SPDX-License-Identifier: Apache-2.0
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { removeCutOffAttributes } from './cut-off-attributes.ts';

let backend: string;
beforeEach(() => (backend = mkdtempSync(join(tmpdir(), 'strata-attributes-'))));
afterEach(() => rmSync(backend, { recursive: true }));

const name = { program: 'user-cluster', stack: 'prod.shop' };

function write(path: string, text: string): string {
  const file = join(backend, '.pulumi', path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
  return file;
}

// Proves: upgrades.interrupted
test('removes cut-off attributes of a state and its locks, and nothing else', () => {
  const whole = '{"user.content_type":"application/json","md5":"x"}';
  const locks = 'locks/organization/user-cluster/prod.shop';
  const cutOff = [
    write('stacks/user-cluster/prod.shop.json.attrs', ''),
    write('stacks/user-cluster/prod.shop.json.bak.attrs', whole.slice(0, 20)),
    write(`${locks}/1.json.attrs`, ''),
  ];
  const others = [
    write('stacks/user-cluster/prod.shop.json', ''),
    write('stacks/user-cluster/prod.shop-2.json.attrs', ''),
    write(`${locks}/1.json`, ''),
    write(`${locks}/2.json.attrs`, whole),
  ];
  expect(removeCutOffAttributes(backend, name)).toEqual(cutOff);
  expect(cutOff.filter((file) => existsSync(file))).toEqual([]);
  expect(others.filter((file) => !existsSync(file))).toEqual([]);
});

test('finds none in a backend without the stack', () => {
  expect(removeCutOffAttributes(backend, name)).toEqual([]);
});
