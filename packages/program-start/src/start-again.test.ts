// SPDX-License-Identifier: Apache-2.0
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

/** Lets a Node say that it is of another version, once: a Node that it starts says its own. */
const playedVersion = `
  const { PLAYED_NODE: node } = process.env;
  if (node !== undefined) {
    Object.defineProperty(process, 'versions', { value: { ...process.versions, node } });
    delete process.env.PLAYED_NODE;
  }`;

/** Starts a script as Pulumi starts a program, with a Node that says it is an old one. */
function startWithOldNode(script: string, ...args: string[]) {
  const first = `--import=data:text/javascript,${encodeURIComponent(playedVersion)}`;
  const node = ['--import=@strata/program-start', '--input-type=module', '-e', script];
  return spawn(process.execPath, [first, ...node, ...args], {
    cwd: join(import.meta.dirname, '..'),
    env: { ...process.env, PLAYED_NODE: '20.20.2', NODE_OPTIONS: '' },
  });
}

test('the installed Node runs the program that an old one was asked to run', async () => {
  const script = `
    console.log(JSON.stringify([process.versions.node, ...process.argv.slice(1)]));
    process.exit(32);`;
  const program = startWithOldNode(script, 'production.shop', 'a b');
  const [printed, ended] = await Promise.all([text(program.stdout), once(program, 'exit')]);
  expect(JSON.parse(printed)).toEqual([process.versions.node, 'production.shop', 'a b']);
  expect(ended).toEqual([32, null]);
});

test('a signal to the old Node reaches the program', async () => {
  const script = `
    process.on('SIGTERM', () => process.exit(7));
    console.log('ready');
    setInterval(() => undefined, 1000);`;
  const program = startWithOldNode(script);
  await once(program.stdout, 'data');
  program.kill('SIGTERM');
  expect(await once(program, 'exit')).toEqual([7, null]);
});
