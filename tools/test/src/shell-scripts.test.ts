// SPDX-License-Identifier: Apache-2.0
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const root = join(import.meta.dirname, '../../..');

function run(command: string, args: readonly string[]) {
  const { status, stdout, stderr, error } = spawnSync(command, args, {
    cwd: root,
    encoding: 'utf8',
  });
  return { status, output: `${stdout}${stderr}`, missing: error !== undefined };
}

/** Scripts that the job of pull requests gives to ShellCheck, by the same patterns. */
const scripts = run('git', ['ls-files', '*.sh', '.ci', 'packages/*/plugin/pulumi-*'])
  .output.trim()
  .split('\n');

test('every shell script says which shell it is for, itself or in .shellcheckrc beside it', () => {
  const unknown = scripts.filter((script) => {
    const path = join(root, script);
    if (/^#!\/(usr\/bin\/env bash|bin\/(ba)?sh)\n/.test(readFileSync(path, 'utf8'))) return false;
    const settings = join(dirname(path), '.shellcheckrc');
    return !existsSync(settings) || !/^shell=sh$/m.test(readFileSync(settings, 'utf8'));
  });
  expect(scripts.length).toBeGreaterThanOrEqual(30);
  expect(unknown).toEqual([]);
});

const shellcheck = run('shellcheck', ['--version']);

(shellcheck.missing ? test.skip : test)(
  `ShellCheck finds nothing in them${shellcheck.missing ? ' (skipped: it is not installed here; pull requests have it)' : ''}`,
  () => {
    const { status, output } = run('shellcheck', [
      '--severity=warning',
      '--format=gcc',
      ...scripts,
    ]);
    expect({ status, output }).toEqual({ status: 0, output: '' });
  },
);
