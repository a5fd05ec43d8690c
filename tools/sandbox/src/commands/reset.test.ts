// SPDX-License-Identifier: Apache-2.0
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createFolders, instanceAt } from '../instance.ts';
import { reset } from './reset.ts';

let parent: string;
beforeEach(() => (parent = mkdtempSync(join(tmpdir(), 'reset-'))));
afterEach(() => rmSync(parent, { recursive: true, force: true }));

const instance = () => instanceAt('test', join(parent, 'test'));

async function lines(): Promise<string[]> {
  const said: string[] = [];
  await reset(instance(), {
    line: (text) => void said.push(text),
    status: () => undefined,
  });
  return said;
}

test('deletes a sandbox with all its state', async () => {
  createFolders(instance());
  writeFileSync(instance().settingsFile, '{}');
  expect(await lines()).toEqual(['Sandbox test is deleted, with all its state.']);
  expect(readdirSync(parent)).toEqual([]);
});

test('deletes what an interrupted reset has left, and only that', async () => {
  mkdirSync(join(parent, 'test.deleted-sandbox/etcd'), { recursive: true });
  mkdirSync(join(parent, 'other'));
  expect(await lines()).toEqual(['There is no sandbox test.']);
  expect(readdirSync(parent)).toEqual(['other']);
});

test('refuses a folder that is no sandbox', async () => {
  mkdirSync(instance().dir);
  await expect(lines()).rejects.toThrow(
    `${instance().dir} does not look like a sandbox (it has no sandbox.json): nothing was deleted.`,
  );
  expect(existsSync(instance().dir)).toBe(true);
});
