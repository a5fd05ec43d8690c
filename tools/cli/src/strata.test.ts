// SPDX-License-Identifier: Apache-2.0
import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './root.ts';

/** Runs the real command, as `npx strata` does. */
function strata(line: string, cwd = root, env: NodeJS.ProcessEnv = {}) {
  const { status, stderr, stdout } = spawnSync(
    join(root, 'node_modules/.bin/strata'),
    line.split(' '),
    {
      cwd,
      env: { ...process.env, ...env },
      encoding: 'utf8',
      timeout: 100_000,
    },
  );
  return { status, stderr, stdout };
}

/** Environments and clusters of this repository, as the names of its files have them. */
const stacksOf = (program: string) =>
  readdirSync(join(root, 'stacks', program)).flatMap(
    (file) => /^Pulumi\.(.+)\.yaml$/.exec(file)?.[1] ?? [],
  );
const environments = stacksOf('infra').sort();
const [environment = '', cluster = ''] = (stacksOf('user-cluster')[0] ?? '').split('.');

test('the help groups the commands', () => {
  const { status, stdout } = strata('--help');
  expect(status).toBe(0);
  expect(stdout.match(/^[A-Z][A-Za-z ]+:$/gm)).toEqual([
    'Options:',
    'Sandbox:',
    'Stacks:',
    'Clusters:',
    'New files:',
    'Plans:',
    'Pull requests and releases:',
    'Tests of Strata:',
    'This machine:',
  ]);
  expect(stdout).toMatch(
    /^ {2}plan upgrade\|capacity\|cost\|isolation\|addresses\|blast-radius\|what-if /m,
  );
});

test('a misspelt command is answered with the nearest one, and the exit code 2', () => {
  const { status, stderr, stdout } = strata('previw');
  expect([status, stdout]).toEqual([2, '']);
  expect(stderr).toMatch(
    /^unknown command 'previw' \(Did you mean preview\?\)\nCommands of strata: start, /,
  );
});

test('an environment that is not there is answered with all that are', () => {
  const known = environments.join(', ');
  expect(strata('preview nowhere')).toEqual({
    status: 2,
    stdout: '',
    stderr: `There is no environment called "nowhere".\nEnvironments: ${known}\n`,
  });
  expect(strata('preview')).toEqual({
    status: 2,
    stdout: '',
    stderr: `missing required argument 'environment'\nEnvironments: ${known}\nSee: npx strata preview --help\n`,
  });
});

test('--verbose shows the command, which answers on the standard output', () => {
  const plain = strata(`plan capacity ${environment} --json`);
  const verbose = strata(`plan capacity ${environment} --json --verbose`);
  expect(verbose.stderr).toBe(
    `$ npx node tools/plan-check/src/main.ts capacity --environment ${environment} --json\n`,
  );
  expect(verbose.stdout).toBe(plain.stdout);
  expect(JSON.parse(plain.stdout)).toMatchObject({ environment });
});

test('the exit code of the program that is run is passed through', () => {
  const { status, stdout } = strata(`plan upgrade ${environment} --to v0.1`);
  expect(status).toBe(1);
  expect(stdout).toContain('v0.1');
});

test('--print shows what would be run, from any folder', () => {
  const { status, stdout } = strata('stop --print', join(root, 'stacks'));
  expect([status, stdout]).toEqual([0, `cd ${root}\nnpx node tools/sandbox/src/main.ts down\n`]);
});

test('exec is run where it is typed', () => {
  const folder = join(root, 'stacks');
  const { status, stdout } = strata('exec --print cat rings.yaml', folder);
  expect([status, stdout]).toEqual([
    0,
    `cd ${root}\n(cd ${folder} && ${root}/node_modules/.bin/node ${root}/tools/sandbox/src/main.ts exec cat rings.yaml)\n`,
  ]);
});

test('a wrong setting of the tools is told without a stack trace', () => {
  const { status, stderr } = strata('doctor', root, { STRATA_TOOLS: 'bulid' });
  expect([status, stderr]).toEqual([
    1,
    'STRATA_TOOLS must be auto, build or download, not "bulid".\n',
  ]);
});

test('clusters are listed for people and for programs', () => {
  const { stdout } = strata(`get clusters ${environment}`);
  expect(stdout).toMatch(/^NAME +KUBERNETES +CONTROL PLANES +WORKERS +API +RESTORE PROVEN\n/);
  const all = JSON.parse(strata(`get clusters ${environment} --json`).stdout) as { name: string }[];
  expect(all.map(({ name }) => name)).toContain(cluster);
});

test('the sandbox is asked and stopped without a folder for temporary files', () => {
  const env = { TMPDIR: '/proc/none', STRATA_SANDBOX_DIR: '/proc/none' };
  const ends = ['status', 'stop'].map((line) => strata(line, root, env));
  expect(ends).toEqual([
    { status: 3, stdout: 'Sandbox default is down.\n', stderr: '' },
    { status: 0, stdout: '', stderr: 'There is no sandbox default.\n' },
  ]);
});

test('a folder for temporary files that cannot be used is told without a stack trace', () => {
  expect(strata(`get expiries ${environment}`, root, { TMPDIR: '/proc/none' })).toEqual({
    status: 1,
    stdout: '',
    stderr:
      'No folder can be made in /proc/none (ENOENT): free some space there, or set TMPDIR to another folder.\n',
  });
});
