// SPDX-License-Identifier: Apache-2.0
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';

const module = pathToFileURL(join(import.meta.dirname, 'run-process.ts')).href;

/** Ends well when it is asked to stop, as Pulumi may. */
const program = `process.on('SIGTERM', () => process.exit(0));
setInterval(() => {}, 1000);
console.log('ready');`;

const script = `import { runProcess } from '${module}';
const options = { cwd: '/', env: process.env };
console.log(JSON.stringify(await runProcess(['node', '-e', process.env.PROGRAM], options)));`;

test('a signal is handed on, and told although the program ended well', async () => {
  const env: NodeJS.ProcessEnv = { ...process.env, PROGRAM: program };
  delete env.NODE_OPTIONS;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let said = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    if (text.startsWith('ready')) child.kill('SIGTERM');
    else said += text;
  });
  await once(child, 'close');
  expect(JSON.parse(said)).toEqual({ code: 0, heard: 'SIGTERM' });
});

describe('a signal for the whole process group', () => {
  /** Says each time that it is asked to stop, and ends the second time, which Pulumi takes for "at once", or after a while. */
  const counter = `let asked = 0;
const ask = () => {
  console.log('asked ' + (asked += 1));
  if (asked === 2) process.exit(0);
  setTimeout(() => process.exit(0), Number(process.env.WAIT_MS));
};
for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, ask);
setInterval(() => {}, 1000);
console.log('ready');`;

  // Late enough for the program to have had its own first: two that wait at once are one.
  const slowly = `for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => {
    for (const end = Date.now() + 300; Date.now() < end; );
  });
  ${script}`;

  /** Starts a program that counts, in a process group without a terminal. */
  function startGroup(waitMs: number, ...command: string[]) {
    const env: NodeJS.ProcessEnv = { ...process.env, PROGRAM: counter, WAIT_MS: String(waitMs) };
    delete env.NODE_OPTIONS;
    const [name, ...before] = command;
    const node = [process.execPath, '--input-type=module', '-e', slowly];
    const [file = '', ...args] = name === undefined ? node : [name, ...before, ...node];
    const child = spawn(file, args, {
      env,
      stdio: ['ignore', 'pipe', 'inherit'],
      detached: true,
    });
    let said = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => (said += text));
    const pid = child.pid ?? 0;
    return {
      child,
      heard: async (word: string) => {
        while (!said.includes(`${word}\n`)) await once(child.stdout, 'data');
      },
      sendAll: (signal: NodeJS.Signals) => process.kill(-pid, signal),
      said: () => said.split('\n').filter((line) => /^(?:ready|asked)/.test(line)),
    };
  }

  test.each(['SIGTERM', 'SIGINT'] as const)('%s reaches a program once', async (signal) => {
    const { child, heard, said, sendAll } = startGroup(5_000);
    await heard('ready');
    sendAll(signal);
    await once(child, 'close');
    expect(said()).toEqual(['ready', 'asked 1']);
  });

  test('as timeout sends it, to its child and to all, it reaches a program once', async () => {
    const { child, heard, said } = startGroup(5_000, 'timeout', '600');
    await heard('ready');
    // It does with a signal as it does when the time is over.
    child.kill('SIGTERM');
    await once(child, 'close');
    expect(said()).toEqual(['ready', 'asked 1']);
  });

  test('that comes again later reaches it again', async () => {
    const { child, heard, said, sendAll } = startGroup(60_000);
    await heard('ready');
    sendAll('SIGTERM');
    await heard('asked 1');
    await sleep(1_500);
    sendAll('SIGTERM');
    await once(child, 'close');
    expect(said()).toEqual(['ready', 'asked 1', 'asked 2']);
  });
});
