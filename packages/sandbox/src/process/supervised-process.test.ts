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

test('a process that ends is started again, and its end is remembered', async () => {
  const process = new SupervisedProcess(spec('exit 3'));
  process.start();
  await until(() => process.state.restarts === 1);
  expect(process.state.lastExit?.code).toBe(3);
  await process.stop();
});

test('a process ended by a signal counts as 128 plus the signal', async () => {
  const process = new SupervisedProcess(spec('kill -9 $$', { restarts: () => false }));
  process.start();
  await until(() => process.state.phase === 'ended');
  expect(process.state.lastExit?.code).toBe(137);
});

test('an exit that the rule lets stand is final', async () => {
  const process = new SupervisedProcess(spec('exit 0', { restarts: (code) => code !== 0 }));
  process.start();
  await until(() => process.state.phase === 'ended');
  await sleep(700);
  expect(process.state).toMatchObject({ phase: 'ended', restarts: 0 });
});

test('a process that ignores the polite signal is ended by force', async () => {
  const stubborn = spec('trap "" TERM; echo up; while :; do sleep 0.1; done', {
    stopGraceSeconds: 0.3,
  });
  const process = new SupervisedProcess(stubborn);
  process.start();
  await until(() => readFileSync(stubborn.logFile, 'utf8') === 'up\n');
  await process.stop();
  expect(process.state.lastExit?.code).toBe(137);
});

test('a program that is not there is reported and tried again', async () => {
  const process = new SupervisedProcess(spec('', { command: [join(dir, 'none')] }));
  process.start();
  await until(() => process.state.lastExit !== undefined);
  expect(process.state.lastExit?.code).toBe(127);
  expect(process.state.phase).toBe('waiting');
  await process.stop();
});
