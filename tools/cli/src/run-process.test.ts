// SPDX-License-Identifier: Apache-2.0
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
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
