// SPDX-License-Identifier: Apache-2.0
import { PassThrough } from 'node:stream';
import type { Machine } from '../test/fake-go.ts';
import { makeMachine } from '../test/fake-go.ts';
import { explainFailure } from './go-failure.ts';
import { runGo } from './run-go.ts';

let machine: Machine;
beforeEach(async () => (machine = await makeMachine()));
afterEach(() => machine.remove());

const run = (silenceMs = 10_000) => {
  const log = new PassThrough().setEncoding('utf8');
  const lines: string[] = [];
  const result = runGo({
    args: ['build', './...'],
    cwd: machine.home,
    env: machine.env,
    log,
    onLine: (line) => lines.push(line),
    silenceMs,
  });
  return { result, lines, log };
};

test("passes on Go's output and logs it", async () => {
  await machine.setGo({ build: 'echo out; echo a/b >&2; echo c >&2' });
  const { result, lines, log } = run();
  expect(await result).toEqual({ isOk: true, stdout: 'out\n', stderr: 'a/b\nc', isHung: false });
  expect(lines).toEqual(['a/b', 'c']);
  expect(log.read()).toBe('$ go build ./...\na/b\nc\n');
});

const context = { tool: 'etcd 3.6.5', proxy: 'direct', folders: ['/a'], log: '/log' };

test('stops a Go that prints nothing for too long', async () => {
  await machine.setGo({ build: 'echo a >&2; exec sleep 300' });
  const result = await run(300).result;
  expect(result).toMatchObject({ isOk: false, isHung: true });
  expect(explainFailure(result, context)).toBe(
    'Building etcd 3.6.5 failed: Go said nothing for too long and was stopped; run again. ' +
      'Full log: /log',
  );
});

test('does not stop a Go that keeps printing', async () => {
  const speak = 'echo a >&2; sleep 0.3;';
  await machine.setGo({ build: speak.repeat(4) });
  expect(await run(900).result).toMatchObject({ isOk: true, isHung: false });
});

test('tells a killed compiler from one that failed', () => {
  const stderr = 'k8s.io/api: compile: signal: killed';
  expect(explainFailure({ isOk: false, isHung: false, stdout: '', stderr }, context)).toBe(
    'Building etcd 3.6.5 failed: the compiler was killed or ran out of memory; close other ' +
      'programs, or set GOMAXPROCS=1, and run again. Full log: /log',
  );
});

test('never shows the password of a module proxy', () => {
  const stderr = 'dial tcp: i/o timeout';
  const proxy = 'https://ann:secret@proxy.example,direct';
  const failed = { isOk: false, isHung: false, stdout: '', stderr };
  expect(explainFailure(failed, { ...context, proxy })).toContain(
    '(GOPROXY=https://***@proxy.example,direct)',
  );
});
