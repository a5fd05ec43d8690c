// SPDX-License-Identifier: Apache-2.0
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { formatIdentity, ownIdentity, parseIdentity, stateOf } from './process-identity.ts';

test('this process is alive, and its identity can be formatted and parsed', () => {
  const own = ownIdentity();
  expect(own.pid).toBe(process.pid);
  expect(stateOf(own)).toBe('alive');
  expect(parseIdentity(formatIdentity(own))).toEqual(own);
});

test('a process with the reused pid of an ended process counts as another one', () => {
  expect(stateOf({ ...ownIdentity(), started: '1' })).toBe('dead');
});

test('a process that has ended is dead', async () => {
  const child = spawn('sleep', ['0']);
  const identity = { ...ownIdentity(), pid: child.pid ?? 0 };
  await once(child, 'close');
  expect(stateOf(identity)).toBe('dead');
});

test('the state of a process of another boot or container is unknown', () => {
  expect(stateOf({ ...ownIdentity(), world: '00000000' })).toBe('unknown');
});

test.each(['', '12', '12-34', '12-34-xyz', 'a-34-00000000'])('"%s" is no identity', (text) => {
  expect(parseIdentity(text)).toBeUndefined();
});
