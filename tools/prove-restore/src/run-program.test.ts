// SPDX-License-Identifier: Apache-2.0
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { lastLine, runProgram } from './run-program.ts';

let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'run-program-'))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const never = new AbortController().signal;
const run = (script: string, signal = never) =>
  runProgram('/bin/sh', ['-c', script], { env: { WORD: 'hush' }, signal });

test('a program has its own environment alone, and what it says is kept', async () => {
  expect(await run('echo $WORD $HOME; echo no >&2; exit 3')).toEqual({
    code: 3,
    stdout: 'hush\n',
    stderr: 'no\n',
  });
});

test('a program that is not there ends with 127', async () => {
  const ended = await runProgram('/nowhere/x', [], { env: {}, signal: never });
  expect(ended.code).toBe(127);
});

test('a program that ignores signals has ended when its run is stopped', async () => {
  const stop = new AbortController();
  const file = join(folder, 'pid');
  const ended = run(
    `trap "" TERM; echo $$ >${file}; while :; do /bin/sleep 0.1; done`,
    stop.signal,
  );
  while (!existsSync(file) || readFileSync(file, 'utf8') === '') await sleep(50);
  stop.abort();
  expect((await ended).code).toBe(128);
  expect(() => process.kill(Number(readFileSync(file, 'utf8')), 0)).toThrow('ESRCH');
});

test('nothing is run once a run is stopped', async () => {
  const { code, stdout } = await run('/bin/sleep 5; echo done', AbortSignal.abort());
  expect({ code, stdout }).toEqual({ code: 128, stdout: '' });
});

test('the last line is the last that is not empty, and no longer than people read', () => {
  expect(lastLine('one\ntwo\n\n')).toBe('two');
  expect(lastLine('')).toBe('');
  expect(lastLine('x'.repeat(999))).toHaveLength(300);
});
