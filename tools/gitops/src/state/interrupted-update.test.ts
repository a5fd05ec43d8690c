// SPDX-License-Identifier: Apache-2.0
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { updateEnd } from './interrupted-update.ts';

let backend: string;
beforeEach(() => {
  backend = mkdtempSync(join(tmpdir(), 'locks-'));
});
afterEach(() => rmSync(backend, { recursive: true }));

const name = { program: 'infra', stack: 'sandbox' };

function lockedBy(lock: object): void {
  const locks = join(backend, '.pulumi/locks/organization/infra/sandbox');
  mkdirSync(locks, { recursive: true });
  writeFileSync(join(locks, 'one.json'), JSON.stringify(lock));
}

test('a stack without a lock was not interrupted', () => {
  expect(updateEnd(backend, name)).toEqual({ end: 'whole' });
});

test('an operation without a recorded end means a cancelled update', () => {
  const states = join(backend, '.pulumi/stacks/infra');
  const record = (operations: object[]) => {
    const latest = { pending_operations: operations };
    writeFileSync(join(states, 'sandbox.json'), JSON.stringify({ checkpoint: { latest } }));
  };
  mkdirSync(states, { recursive: true });
  record([{ type: 'creating' }]);
  expect(updateEnd(backend, name)).toEqual({ end: 'interrupted' });
  record([]);
  expect(updateEnd(backend, name)).toEqual({ end: 'whole' });
});

test('a state that a journal continues means an update whose lock somebody has removed', () => {
  const states = join(backend, '.pulumi/stacks/infra');
  mkdirSync(states, { recursive: true });
  const state = { version: 4, features: ['hooks', 'diyJournal'], checkpoint: { latest: {} } };
  writeFileSync(join(states, 'sandbox.json'), JSON.stringify(state));
  expect(updateEnd(backend, name)).toEqual({ end: 'interrupted' });
  writeFileSync(join(states, 'sandbox.json'), JSON.stringify({ ...state, features: ['hooks'] }));
  expect(updateEnd(backend, name)).toEqual({ end: 'whole' });
});

test('an update that failed may have left more than its state says, until one succeeds', () => {
  const history = join(backend, '.pulumi/history/infra/sandbox');
  mkdirSync(history, { recursive: true });
  const record = (time: number, text: string) =>
    writeFileSync(join(history, `sandbox-${time}.history.json`), text);
  record(1, '{"kind":"update","result":"failed"}');
  writeFileSync(join(history, 'sandbox-1.checkpoint.json'), '{}');
  expect(updateEnd(backend, name)).toEqual({ end: 'failed' });
  record(2, '{"kind":"update","result":"succeeded"}');
  expect(updateEnd(backend, name)).toEqual({ end: 'whole' });
  record(3, '{"kind":"upd');
  expect(updateEnd(backend, name)).toEqual({ end: 'whole' });
});

test('the lock of an ended process means an interrupted update', () => {
  lockedBy({ pid: 4_194_304, username: 'root', hostname: hostname() });
  expect(updateEnd(backend, name)).toEqual({ end: 'interrupted' });
});

test('the lock of a living process is respected', () => {
  lockedBy({ pid: process.pid, username: 'root', hostname: hostname() });
  expect(updateEnd(backend, name)).toEqual({ end: 'running', pid: process.pid });
});

test('the lock of a process whose id another process has after a reboot means an interrupted update', () => {
  const lock = { pid: process.pid, username: 'root', hostname: hostname() };
  lockedBy({ ...lock, timestamp: '2026-01-02T03:04:05.678901234Z' });
  expect(updateEnd(backend, name)).toEqual({ end: 'interrupted' });
  lockedBy({ ...lock, timestamp: new Date().toISOString() });
  expect(updateEnd(backend, name)).toEqual({ end: 'running', pid: process.pid });
});

test('a lock of another machine is reported as such, because its process cannot be checked', () => {
  const lock = { pid: 4_194_304, username: 'runner', hostname: 'runner-7' };
  lockedBy(lock);
  expect(updateEnd(backend, name)).toEqual({ end: 'elsewhere', lock });
});
