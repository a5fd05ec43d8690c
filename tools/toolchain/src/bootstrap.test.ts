// SPDX-License-Identifier: Apache-2.0
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  copyFile,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const script = join(dirname(fileURLToPath(import.meta.url)), '..', '..', 'bootstrap.mjs');

/**
 * A clone whose lock file asks for one package, and an entry point that prints which version was
 * installed.
 */
let clone: string;
let bin: string;
const modules = () => join(clone, 'node_modules');
const running = () => join(clone, '.strata/npm-ci.running');
const users = () => join(clone, '.strata/commands.running');

const lock = (version: string) =>
  JSON.stringify({
    packages: {
      '': { name: 'strata' },
      'node_modules/left': { version, integrity: `sha512-${version}` },
      'node_modules/other-platform': { version: '1.0.0', optional: true },
    },
  });
const installedLock = (version: string) =>
  JSON.stringify({
    packages: { 'node_modules/left': { version, integrity: `sha512-${version}` } },
  });

beforeEach(async () => {
  clone = await mkdtemp(join(tmpdir(), 'strata-bootstrap-'));
  bin = join(clone, 'bin');
  await mkdir(bin);
  await mkdir(join(clone, 'tools/toolchain/src'), { recursive: true });
  await copyFile(script, join(clone, 'tools/bootstrap.mjs'));
  await writeFile(join(clone, 'package-lock.json'), lock('1.0.0'));
  await setEntry('console.log(JSON.stringify(process.argv.slice(2)));');
  await setNpm(`mkdir -p ${modules()}/.bin && ln -sf ${process.execPath} ${modules()}/.bin/node`);
});
afterEach(() => rm(clone, { recursive: true, force: true }));

const setEntry = (code: string) =>
  writeFile(join(clone, 'tools/toolchain/src/main.ts'), `${code}\nexport {};\n`);
const setNpm = (code: string) =>
  writeFile(
    join(bin, 'npm'),
    `#!/bin/sh\nPATH=/usr/bin:/bin\necho "$*" >> ${clone}/npm-calls\n${code}\n`,
    { mode: 0o755 },
  );
const npmCalls = () => readFile(join(clone, 'npm-calls'), 'utf8').catch(() => '');

/** Variables of commands, beside PATH. */
let variables: NodeJS.ProcessEnv;
beforeEach(() => (variables = { HOME: clone }));

function start(...args: string[]) {
  const child = spawn(process.execPath, [join(clone, 'tools/bootstrap.mjs'), ...args], {
    env: { PATH: bin, ...variables },
    stdio: ['ignore', 'pipe', 'pipe'],
    // Without the terminal of these tests, which would send Ctrl-C to both.
    detached: true,
  });
  const text = { stdout: '', stderr: '' };
  child.stdout.on('data', (chunk: Buffer) => (text.stdout += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (text.stderr += chunk.toString()));
  const ended = once(child, 'close').then(([code, signal]) => ({
    code: code as number | null,
    signal: signal as string | null,
    stdout: text.stdout,
    stderr: text.stderr.replace(/in \d+s/, 'in 0s'),
  }));
  return { child, ended };
}
const run = (...args: string[]) => start(...args).ended;

async function install(version: string) {
  await mkdir(join(modules(), '.bin'), { recursive: true });
  await symlink(process.execPath, join(modules(), '.bin/node'));
  await writeFile(join(modules(), '.package-lock.json'), installedLock(version));
}

test('installs dependencies once, then only runs the command', async () => {
  expect(await run('toolchain', '--list', 'a b')).toEqual({
    code: 0,
    signal: null,
    stdout: '["--list","a b"]\n',
    stderr: 'Installing dependencies (npm ci, about a minute) ...\nDependencies installed in 0s.\n',
  });
  expect(await npmCalls()).toBe('ci --no-audit --no-fund\n');
  expect(await run('toolchain')).toMatchObject({ code: 0, stdout: '[]\n', stderr: '' });
  expect(await npmCalls()).toBe('ci --no-audit --no-fund\n');
});

test('does not install again what npm has installed from the same lock file', async () => {
  await install('1.0.0');
  expect(await run('toolchain')).toMatchObject({ code: 0, stderr: '' });
  expect(await npmCalls()).toBe('');
});

test.each(['2.0.0', '0.9.0'])('installs again when the lock file asks for %s', async (version) => {
  await install('1.0.0');
  await run('toolchain');
  await writeFile(join(clone, 'package-lock.json'), lock(version));
  expect((await run('toolchain')).code).toBe(0);
  expect(await npmCalls()).toBe('ci --no-audit --no-fund\n');
});

test('installs again when something else was installed meanwhile', async () => {
  await install('1.0.0');
  await run('toolchain');
  await writeFile(join(modules(), '.package-lock.json'), installedLock('3.0.0'));
  await run('toolchain');
  expect(await npmCalls()).toBe('ci --no-audit --no-fund\n');
});

test('tries again after an install that failed, of which it shows the errors', async () => {
  await setNpm('echo one; echo "npm error code EBADENGINE" >&2; exit 1');
  expect(await run('toolchain')).toMatchObject({
    code: 1,
    stdout: '',
    stderr:
      'Installing dependencies (npm ci, about a minute) ...\nnpm ci failed (exit code 1):\n' +
      '  npm error code EBADENGINE\n',
  });
  await run('toolchain');
  expect(await npmCalls()).toBe('ci --no-audit --no-fund\n'.repeat(2));
});

test.each([
  [
    'echo "npm error network request failed, reason: getaddrinfo ENOTFOUND r.example" >&2; exit 1',
    "npm ci could not reach its registry (ENOTFOUND): check the network and npm's registry and " +
      'proxy settings (`npm config list`), and run again.\n',
  ],
  ['kill -TERM $$', 'npm ci was ended by SIGTERM: run the command again.\n'],
  [
    'echo "npm error ENOSPC: no space left" >&2; exit 1',
    'npm ci found the disk full: free some space for ~/node_modules and run again.\n',
  ],
  [
    'true',
    'npm ci left out the Node this repository runs on: allow install scripts (`npm config set ' +
      'ignore-scripts false`) and run again.\n',
  ],
])('when npm does `%s`, one line says so', async (code, message) => {
  await setNpm(code);
  const { stderr } = await run('toolchain');
  expect(stderr.replaceAll(clone, '~').split('\n').slice(1).join('\n')).toBe(message);
});

test('of two commands that begin together, one installs, and the other one waits for it', async () => {
  const node = `mkdir -p ${modules()}/.bin && ln -sf ${process.execPath} ${modules()}/.bin/node`;
  const done = `echo '${installedLock('1.0.0')}' > ${modules()}/.package-lock.json`;
  await setNpm(`sleep 2 && ${node} && ${done}`);
  const ends = await Promise.all([run('toolchain'), run('toolchain')]);
  expect(ends.map(({ code }) => code)).toEqual([0, 0]);
  expect(await npmCalls()).toBe('ci --no-audit --no-fund\n');
  expect(ends.map(({ stderr }) => stderr).join('')).toMatch(
    /Waiting for process \d+, which installs dependencies \.\.\.\n/,
  );
  expect(await readdir(running())).toEqual([]);
});

test('installs although a killed command left its mark, whose process id another process has', async () => {
  await mkdir(running(), { recursive: true });
  for (const mark of [`${process.pid}-1`, '4194305-1']) await writeFile(join(running(), mark), '');
  expect((await run('toolchain')).code).toBe(0);
  expect(await readdir(running())).toEqual([]);
});

test('packages that a running command uses are not replaced', async () => {
  await install('1.0.0');
  await mkdir(join(clone, 'tools/cli/src'), { recursive: true });
  const endless = "console.log('ready'); setInterval(() => {}, 1000);\nexport {};\n";
  await writeFile(join(clone, 'tools/cli/src/main.ts'), endless);
  const { child, ended } = start('strata', 'up', 'production');
  await once(child.stdout, 'data');
  await writeFile(join(clone, 'package-lock.json'), lock('2.0.0'));
  expect(await run('toolchain')).toEqual({
    code: 1,
    signal: null,
    stdout: '',
    stderr: `npx strata up production (process ${child.pid ?? ''}) still uses the installed packages, and package-lock.json asks for others: run this again when it has ended, or in a checkout of its own (\`git worktree add\`).\n`,
  });
  expect(await npmCalls()).toBe('');
  child.kill('SIGTERM');
  await ended;
  expect((await run('toolchain')).code).toBe(0);
  expect(await npmCalls()).toBe('ci --no-audit --no-fund\n');
  expect([...(await readdir(users())), ...(await readdir(running()))]).toEqual([]);
});

test('packages that no running command uses are replaced, whatever killed ones left', async () => {
  await install('1.0.0');
  await mkdir(users(), { recursive: true });
  for (const mark of [`${process.pid}-1`, '4194305-1']) await writeFile(join(users(), mark), '');
  await writeFile(join(clone, 'package-lock.json'), lock('2.0.0'));
  expect((await run('toolchain')).code).toBe(0);
  expect(await npmCalls()).toBe('ci --no-audit --no-fund\n');
  expect(await readdir(users())).toEqual([]);
});

test('a command runs where it cannot say that it does', async () => {
  await install('1.0.0');
  // As an ordinary user sees a folder of root, for whoever runs this test.
  const file = join(clone, 'tools/bootstrap.mjs');
  const text = await readFile(file, 'utf8');
  const fails = "throw Object.assign(new Error('denied'), { code: 'EACCES' });";
  await writeFile(file, text.replace('writeFileSync(own, command);', fails));
  expect(await run('toolchain')).toMatchObject({ code: 0, stdout: '[]\n', stderr: '' });
});

test('an npm that takes too long is ended, and one line says so', async () => {
  const file = join(clone, 'tools/bootstrap.mjs');
  const text = await readFile(file, 'utf8');
  expect(text).toContain('15 * 60000');
  await writeFile(file, text.replace('15 * 60000', '600'));
  await setNpm('exec sleep 60');
  expect((await run('toolchain')).stderr.split('\n')[1]).toBe(
    "npm ci was not done after 0.01 minutes: check the network and npm's registry and proxy " +
      'settings (`npm config list`), and run again. What it has fetched is kept.',
  );
});

test('reports a missing npm in one line', async () => {
  await rm(join(bin, 'npm'));
  expect((await run('toolchain')).stderr.split('\n')[1]).toBe(
    'npm is missing: install Node 20 or newer with npm (https://nodejs.org).',
  );
});

test("runs the command with the workspace's Node first on PATH and a compile cache", async () => {
  await install('1.0.0');
  await setEntry('console.log(process.env.PATH + " " + process.env.NODE_COMPILE_CACHE);');
  expect((await run('toolchain')).stdout).toBe(
    `${modules()}/.bin:${bin} ${clone}/.cache/strata/node-compile-cache\n`,
  );
});

test('runs the command without a compile cache where none can be made', async () => {
  await install('1.0.0');
  await setEntry('console.log(process.env.NODE_COMPILE_CACHE);');
  variables = { HOME: '/dev/null' };
  expect(await run('toolchain')).toMatchObject({ code: 0, stdout: 'undefined\n', stderr: '' });
  variables = { HOME: '/dev/null', NODE_COMPILE_CACHE: '/own' };
  expect(await run('toolchain')).toMatchObject({ code: 0, stdout: '/own\n', stderr: '' });
});

test('passes the exit code on', async () => {
  await install('1.0.0');
  await setEntry('process.exit(7);');
  expect(await run('toolchain')).toMatchObject({ code: 7, signal: null });
});

test.each(['SIGINT', 'SIGTERM'] as const)(
  'passes %s on and ends as the command does',
  async (name) => {
    await install('1.0.0');
    const handler = `process.on('${name}', () => { console.log('stopping'); process.exit(3); });`;
    await setEntry(`${handler} console.log('ready'); setInterval(() => {}, 1000);`);
    const { child, ended } = start('toolchain');
    await once(child.stdout, 'data');
    child.kill(name);
    expect(await ended).toMatchObject({ code: 3, stdout: 'ready\nstopping\n' });
  },
);

test('ends by the signal that ended the command', async () => {
  await install('1.0.0');
  await setEntry("process.kill(process.pid, 'SIGTERM'); setInterval(() => {}, 1000);");
  expect(await run('toolchain')).toMatchObject({ code: null, signal: 'SIGTERM' });
});

test.each([
  [[], 'Usage: npm run <command>'],
  [['up'], 'Unknown command "up".'],
  [['toString'], 'Unknown command "toString".'],
])('%j lists the commands, and installs nothing', async (args, first) => {
  const { code, stderr } = await run(...args);
  expect(code).toBe(1);
  expect(stderr.startsWith(first)).toBe(true);
  const names = [...stderr.matchAll(/^ {2}(\w+) /gm)].map(([, name]) => name);
  const commands = [
    'start',
    'stop',
    'sandbox',
    'toolchain',
    'manifests',
    'bench',
    'fuzz',
    'kills',
    'mutate',
    'fleet',
    'test',
    'strata',
  ];
  expect(names).toEqual(commands);
  expect(await npmCalls()).toBe('');
});
