// SPDX-License-Identifier: Apache-2.0
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'strata-terminal-'))));
afterEach(() => rmSync(folder, { recursive: true }));

const module = pathToFileURL(join(import.meta.dirname, 'run-process.ts')).href;

/**
 * Says how often it was interrupted, some time after the first interrupt. Pulumi takes the second for
 * "at once": https://github.com/pulumi/pulumi/blob/v3.259.0/pkg/backend/cancellation_scope.go
 */
const counter = `let interrupts = 0;
process.on('SIGINT', () => {
  interrupts += 1;
  if (interrupts === 1) setTimeout(() => { console.log('interrupts: ' + interrupts); process.exit(0); }, 2000);
});
setInterval(() => {}, 1000);
console.log('ready');`;

const caller = `import { runProcess } from '${module}';
await runProcess(['node', 'COUNTER'], { cwd: '/', env: process.env });`;

/** Runs a command line in a terminal, types Ctrl-C once the program is ready, and returns what it says. */
async function interrupted(commandLine: string): Promise<string> {
  const env: NodeJS.ProcessEnv = { ...process.env };
  delete env.NODE_OPTIONS;
  const args = ['--quiet', '--return', '--command', commandLine, '/dev/null'];
  const terminal = spawn('script', args, { env, stdio: ['pipe', 'pipe', 'inherit'] });
  let said = '';
  terminal.stdout.setEncoding('utf8').on('data', (text: string) => {
    if (!said.includes('ready') && (said + text).includes('ready')) terminal.stdin.write('\u0003');
    said += text;
  });
  await once(terminal, 'close');
  return said.replaceAll('^C', '').replaceAll('\r', '');
}

test.each(['', ' < /dev/null', ' < /etc/passwd'])(
  'Ctrl-C reaches a program once: node%s',
  async (input) => {
    const [counting, calling] = [join(folder, 'counter.mjs'), join(folder, 'caller.mjs')];
    writeFileSync(counting, counter);
    writeFileSync(calling, caller.replace('COUNTER', counting));
    expect(await interrupted(`'${process.execPath}' '${calling}'${input}`)).toBe(
      'ready\ninterrupts: 1\n',
    );
  },
);
