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
  /** Says how often it was asked to stop, some time after the first time. Pulumi takes the second for "at once". */
  const counter = `let asked = 0;
const say = () => { console.log('asked ' + asked); process.exit(0); };
for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => { if (asked++ === 0) setTimeout(say, 5000); });
setInterval(() => {}, 1000);
console.log('ready');`;

  // Late enough for the program to have had its own first: two that wait at once are one.
  const slowly = `for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => {
    for (const end = Date.now() + 300; Date.now() < end; );
  });
  ${script}`;

  /** Starts a program that counts, in a process group without a terminal. */
  function startGroup(command: string, ...args: string[]) {
    const env: NodeJS.ProcessEnv = { ...process.env, PROGRAM: counter };
    delete env.NODE_OPTIONS;
    const child = spawn(command, [...args, process.execPath, '--input-type=module', '-e', slowly], {
      env,
      stdio: ['ignore', 'pipe', 'inherit'],
      detached: true,
    });
    let said = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => (said += text));
    return { child, ready: once(child.stdout, 'data'), said: () => said.split('\n').slice(0, 2) };
  }

  test.each(['SIGTERM', 'SIGINT'] as const)('%s reaches a program once', async (signal) => {
    const { child, ready, said } = startGroup('env');
    await ready;
    process.kill(-(child.pid ?? 0), signal);
    await once(child, 'close');
    expect(said()).toEqual(['ready', 'asked 1']);
  });

  test('as timeout sends it, to its child and to all, it reaches a program once', async () => {
    const { child, said } = startGroup('timeout', '--signal=TERM', '3');
    await once(child, 'close');
    expect(said()).toEqual(['ready', 'asked 1']);
  });

  test('that comes again later reaches it again', async () => {
    const { child, ready, said } = startGroup('env');
    await ready;
    process.kill(-(child.pid ?? 0), 'SIGTERM');
    await sleep(3_000);
    process.kill(-(child.pid ?? 0), 'SIGTERM');
    await once(child, 'close');
    expect(said()).toEqual(['ready', 'asked 2']);
  });
});
