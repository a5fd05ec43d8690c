// SPDX-License-Identifier: Apache-2.0
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { SupervisedProcess, type ProcessSpec } from './supervised-process.ts';

const dir = mkdtempSync(join(tmpdir(), 'supervised-'));
afterAll(() => rmSync(dir, { recursive: true }));

function spec(script: string, extra: Partial<ProcessSpec> = {}): ProcessSpec {
  const logFile = join(dir, `${Math.random()}.log`);
  const env = { PATH: '/usr/bin:/bin' };
  return { name: 'x', command: ['sh', '-c', script], env, cwd: dir, logFile, ...extra };
}

async function until(condition: () => boolean): Promise<void> {
  for (let tries = 0; tries < 500 && !condition(); tries += 1) await sleep(10);
  expect(condition()).toBe(true);
}

test('starts a process that ends again, and keeps how it ended', async () => {
  const process = new SupervisedProcess(spec('exit 3'));
  process.start();
  await until(() => process.state.restarts === 1);
  expect(process.state.lastExit?.code).toBe(3);
  await process.stop();
});

test('counts an end by a signal as 128 plus the number of the signal', async () => {
  const process = new SupervisedProcess(spec('kill -9 $$', { restarts: () => false }));
  process.start();
  await until(() => process.state.phase === 'ended');
  expect(process.state.lastExit?.code).toBe(137);
});

test('does not restart after an exit that the rule accepts', async () => {
  const process = new SupervisedProcess(spec('exit 0', { restarts: (code) => code !== 0 }));
  process.start();
  await until(() => process.state.phase === 'ended');
  await sleep(700);
  expect(process.state).toMatchObject({ phase: 'ended', restarts: 0 });
});

test('kills a process that ignores the polite signal', async () => {
  const stubborn = spec('trap "" TERM; echo up; while :; do sleep 0.1; done', {
    stopGraceSeconds: 0.3,
  });
  const process = new SupervisedProcess(stubborn);
  process.start();
  await until(() => readFileSync(stubborn.logFile, 'utf8') === 'up\n');
  await process.stop();
  expect(process.state.lastExit?.code).toBe(137);
});

test('reports a program that does not exist, and tries again', async () => {
  const process = new SupervisedProcess(spec('', { command: [join(dir, 'none')] }));
  process.start();
  await until(() => process.state.lastExit !== undefined);
  expect(process.state.lastExit?.code).toBe(127);
  expect(process.state.phase).toBe('waiting');
  await process.stop();
});
