// SPDX-License-Identifier: Apache-2.0
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { builtTool } from './built-tool.ts';
import { makeResticRepository } from './restic-repository.ts';

const program = builtTool('restic-0.18.1', 'restic');
let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'restic-repository-'));
});

afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

const restic = (repository: string, args: readonly string[], password = 'not secret in a test') => {
  const env = { RESTIC_REPOSITORY: join(folder, repository), RESTIC_PASSWORD: password };
  const options = { env: { ...env, RESTIC_CACHE_DIR: join(folder, 'cache') }, input: 'data' };
  const { status, stdout, stderr } = spawnSync(program, args, options);
  return { status, stdout: stdout.toString(), stderr: stderr.toString() };
};

test('has the folders that the real restic makes', () => {
  makeResticRepository(join(folder, 'made'), 'not secret in a test');
  expect(restic('real', ['init'])).toMatchObject({ status: 0 });
  const parts = (name: string) =>
    readdirSync(join(folder, name), { recursive: true, encoding: 'utf8' })
      .filter((path) => !path.startsWith('keys/'))
      .toSorted();
  expect(parts('made')).toEqual(parts('real'));
});

test('the real restic stores data there, finds no damage and gives it back', () => {
  makeResticRepository(join(folder, 'made'), 'not secret in a test');
  const stored = restic('made', ['backup', '--stdin', '--stdin-filename', 'file']);
  expect(stored).toMatchObject({ status: 0, stderr: '' });
  expect(restic('made', ['dump', 'latest', 'file'])).toMatchObject({ status: 0, stdout: 'data' });
  const checked = restic('made', ['check', '--read-data']);
  expect(checked.stdout).toContain('no errors were found');
  expect(checked.status).toBe(0);
});

test('the real restic refuses another password', () => {
  makeResticRepository(join(folder, 'made'), 'not secret in a test');
  const refused = restic('made', ['cat', 'config'], 'another');
  expect(refused.stderr).toContain('wrong password or no key found');
  expect(refused.status).toBe(12);
});
