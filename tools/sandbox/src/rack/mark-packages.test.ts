// SPDX-License-Identifier: Apache-2.0
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { statOf } from '@strata/toolchain/process-stat';
import { instanceAt } from '../instance.ts';
import { markPackages } from './mark-packages.ts';

let root: string;
beforeEach(() => (root = mkdtempSync(join(tmpdir(), 'mark-packages-'))));
afterEach(() => rmSync(root, { recursive: true }));

const marks = () => join(root, '.strata/commands.running');
const own = `${process.pid}-${statOf(process.pid)?.startedAt}-sandbox`;

test.each([
  [instanceAt(), 'npx strata stop'],
  [instanceAt('trial'), 'npx strata stop --name trial'],
  [
    instanceAt('test', '/tmp/strata-own'),
    'npm run sandbox -- down --name test --state-dir /tmp/strata-own',
  ],
])('says for tools/bootstrap.mjs what ends the sandbox %#', (instance, command) => {
  markPackages(process.pid, instance, root);
  expect(readdirSync(marks())).toEqual([own]);
  expect(readFileSync(join(marks(), own), 'utf8')).toBe(command);
});

test('removes the marks of sandboxes that have ended, and no others', () => {
  mkdirSync(marks(), { recursive: true });
  for (const name of [`${process.pid}-1-sandbox`, '4194305-1-sandbox', '4194305-1']) {
    writeFileSync(join(marks(), name), '');
  }
  markPackages(process.pid, instanceAt(), root);
  expect(readdirSync(marks()).sort()).toEqual([own, '4194305-1'].sort());
});

test('a sandbox starts where nothing can be written, or its process has ended already', () => {
  writeFileSync(join(root, '.strata'), '');
  markPackages(process.pid, instanceAt(), root);
  rmSync(join(root, '.strata'));
  markPackages(4_194_305, instanceAt(), root);
  expect(readdirSync(root)).toEqual([]);
});
