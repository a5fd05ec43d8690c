// SPDX-License-Identifier: Apache-2.0
import { spawnSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { statOf } from './process-stat.ts';

/** A clone in which a sandbox runs, and whose lock file asks for other packages since. */
let clone: string;
beforeEach(() => {
  clone = mkdtempSync(join(tmpdir(), 'strata-bootstrap-sandbox-'));
  for (const folder of [
    'bin',
    'node_modules/.bin',
    'tools/cli/src',
    'tools/sandbox/src',
    '.strata/commands.running',
  ]) {
    mkdirSync(join(clone, folder), { recursive: true });
  }
  copyFileSync(
    join(import.meta.dirname, '../../bootstrap.mjs'),
    join(clone, 'tools/bootstrap.mjs'),
  );
  writeFileSync(join(clone, 'node_modules/.package-lock.json'), lock('1.0.0'));
  writeFileSync(join(clone, 'package-lock.json'), lock('2.0.0'));
  symlinkSync(process.execPath, join(clone, 'node_modules/.bin/node'));
  for (const tool of ['cli', 'sandbox']) {
    const code = "console.log(process.argv.slice(2).join(' '));\nexport {};\n";
    writeFileSync(join(clone, `tools/${tool}/src/main.ts`), code);
  }
  const npm = `#!/bin/sh\necho called > '${clone}/npm-called'\n`;
  writeFileSync(join(clone, 'bin/npm'), npm, { mode: 0o755 });
});
afterEach(() => rmSync(clone, { recursive: true }));

const lock = (version: string) =>
  JSON.stringify({ packages: { 'node_modules/left': { version, integrity: version } } });

/** Leaves the mark of a sandbox whose first process is that of this test. */
function markSandbox(started = statOf(process.pid)?.startedAt ?? 0): string {
  const mark = join(clone, `.strata/commands.running/${process.pid}-${started}-sandbox`);
  writeFileSync(mark, 'npx strata stop --name trial');
  return mark;
}

function run(line: string) {
  const { status, stderr, stdout } = spawnSync(
    process.execPath,
    [join(clone, 'tools/bootstrap.mjs'), ...line.split(' ')],
    { encoding: 'utf8', env: { PATH: join(clone, 'bin'), HOME: clone }, timeout: 60_000 },
  );
  return { status, stdout, stderr };
}

test.each(['start', 'strata start', 'strata get nodes sandbox', 'sandbox up', 'strata exec stop'])(
  'packages under a sandbox that runs are not replaced: %s',
  (line) => {
    markSandbox();
    expect(run(line)).toEqual({
      status: 1,
      stdout: '',
      stderr: `A sandbox (process ${process.pid}) still uses the installed packages, and package-lock.json asks for others: end it with "npx strata stop --name trial" and run this again, or in a checkout of its own (\`git worktree add\`).\n`,
    });
    expect(existsSync(join(clone, 'npm-called'))).toBe(false);
  },
);

test.each([
  ['stop', 'down\n'],
  ['sandbox down --name trial', 'down --name trial\n'],
  ['sandbox reset', 'reset\n'],
  ['strata stop --name trial', 'stop --name trial\n'],
  ['strata status --json', 'status --json\n'],
  ['strata reset', 'reset\n'],
])('a sandbox that runs is ended with the packages that are there: %s', (line, stdout) => {
  markSandbox();
  expect(run(line)).toEqual({ status: 0, stdout, stderr: '' });
  expect(existsSync(join(clone, 'npm-called'))).toBe(false);
});

test('once the sandbox has ended, packages are installed', () => {
  const mark = markSandbox(1);
  expect(run('strata stop').stderr).toMatch(/^Installing dependencies \(npm ci, /);
  expect(readFileSync(join(clone, 'npm-called'), 'utf8')).toBe('called\n');
  expect(existsSync(mark)).toBe(false);
});

test('a sandbox whose mark a full disk has left empty is ended by the usual command', () => {
  writeFileSync(markSandbox(), '');
  expect(run('start')).toEqual({
    status: 1,
    stdout: '',
    stderr: `A sandbox (process ${process.pid}) still uses the installed packages, and package-lock.json asks for others: end it with "npx strata stop" (--name says which, where there are several) and run this again, or in a checkout of its own (\`git worktree add\`).\n`,
  });
});
