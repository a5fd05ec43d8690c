// SPDX-License-Identifier: Apache-2.0
import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Machine } from '../test/fake-go.ts';
import { makeMachine } from '../test/fake-go.ts';
import { ensureToolchain } from './ensure-toolchain.ts';

let machine: Machine;
beforeEach(async () => (machine = await makeMachine()));
afterEach(() => machine.remove());

const main = join(dirname(fileURLToPath(import.meta.url)), 'main.ts');

/** Returns a build that starts a compiler, which writes its pid to a file and does not end. */
const endless = (before = '') => `/bin/sh -c '${before} echo $$ > ${machine.home}/compiler.new
  mv ${machine.home}/compiler.new ${machine.home}/compiler; exec sleep 300'`;

async function compilerPid(): Promise<number> {
  for (let tries = 0; tries < 200; tries += 1) {
    const pid = await readFile(join(machine.home, 'compiler'), 'utf8').catch(() => undefined);
    if (pid) return Number(pid);
    await sleep(50);
  }
  throw new Error('the compiler did not start');
}

async function isGone(pid: number): Promise<boolean> {
  for (let tries = 0; tries < 100; tries += 1) {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined);
    if (stat === undefined || stat.includes(') Z ')) return true;
    await sleep(50);
  }
  return false;
}

const inCache = async () => (await readdir(join(machine.cache, 'toolchain'))).sort();

function startMain(): { child: ChildProcess; output: () => string } {
  const child = spawn(process.execPath, [main, '--only', 'etcd'], {
    env: machine.env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let text = '';
  child.stderr.on('data', (chunk: Buffer) => (text += chunk.toString()));
  return { child, output: () => text };
}

test('kills compilers that do not stop on an abort, and leaves nothing behind', async () => {
  await machine.setGo({ build: endless('trap "" INT;') });
  const stop = new AbortController();
  const running = ensureToolchain({ tools: ['etcd'], env: machine.env, signal: stop.signal });
  const pid = await compilerPid();
  stop.abort();
  await expect(running).rejects.toThrow(
    new Error('Stopped; what was half built has been removed.'),
  );
  expect(await isGone(pid)).toBe(true);
  expect(await inCache()).toEqual(['logs']);
});

test.each([
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const)('the command ends on %s with code %i and leaves nothing', async (signal, code) => {
  await machine.setGo({ build: endless() });
  const { child, output } = startMain();
  const pid = await compilerPid();
  child.kill(signal);
  expect(await once(child, 'close')).toEqual([code, null]);
  const [announced, ...lines] = output().split('\n');
  expect(announced).toMatch(/^1 Go tool to build from source: about 1 min if the \d+ cores /);
  expect(lines.join('\n')).toBe(
    '[1/1] etcd 3.6.5, the store of every control plane: building (about 1 min)\n' +
      'Stopped; what was half built has been removed.\n',
  );
  expect(await isGone(pid)).toBe(true);
  expect(await inCache()).toEqual(['logs']);
});

test('the next run continues after SIGKILL', async () => {
  await machine.setGo({ build: endless() });
  const { child } = startMain();
  const pid = await compilerPid();
  child.kill('SIGKILL');
  await once(child, 'close');
  process.kill(pid, 'SIGKILL');
  const left = (await inCache()).filter((name) => name.includes('.building-'));
  expect(left).toHaveLength(1);
  expect(left[0]).toContain(`.building-${child.pid}-`);

  await machine.setGo({});
  const toolchain = await ensureToolchain({ tools: ['etcd'], env: machine.env });
  expect(await readFile(toolchain.get('etcd', 'etcd').path, 'utf8')).toBe(
    '#!/bin/sh\necho server\n',
  );
  expect((await inCache()).filter((name) => name.includes('.building-'))).toEqual([]);
});

test('removes the folder of a process that has ended, even when nothing has to be built', async () => {
  await ensureToolchain({ tools: ['etcd'], env: machine.env });
  const [world = ''] = await worldOf();
  const left = join(machine.cache, 'toolchain', `kwok-0.7.0-x.building-1-1-${world}.1`);
  await mkdir(left);
  await writeFile(join(left, 'half'), 'x');
  await ensureToolchain({ tools: ['etcd'], env: machine.env });
  expect((await inCache()).filter((name) => name.includes('.building-'))).toEqual([]);
});

async function worldOf(): Promise<string[]> {
  const { ownIdentity } = await import('./process-identity.ts');
  return [ownIdentity().world];
}
