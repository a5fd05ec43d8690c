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

/** Runs a command line in a terminal, types something once the program is ready, and returns what is said. */
async function typing(typed: string, commandLine: string): Promise<string> {
  const env: NodeJS.ProcessEnv = { ...process.env };
  delete env.NODE_OPTIONS;
  const args = ['--quiet', '--return', '--command', commandLine, '/dev/null'];
  const terminal = spawn('script', args, { env, stdio: ['pipe', 'pipe', 'inherit'] });
  let said = '';
  terminal.stdout.setEncoding('utf8').on('data', (text: string) => {
    if (!said.includes('ready') && (said + text).includes('ready')) terminal.stdin.write(typed);
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
    expect(await typing('\u0003', `'${process.execPath}' '${calling}'${input}`)).toBe(
      'ready\ninterrupts: 1\n',
    );
  },
);

describe('in the background of a terminal', () => {
  /** Runs code by the caller as a job of a shell, which goes on with other commands. */
  function inBackground(code: string, typed: string, next: string): Promise<string> {
    const [program, calling] = [join(folder, 'program.mjs'), join(folder, 'caller.mjs')];
    writeFileSync(program, code);
    writeFileSync(calling, caller.replace('COUNTER', program));
    const shell = join(folder, 'shell.bash');
    writeFileSync(
      shell,
      `set -m; stty -echo\n'${process.execPath}' '${calling}' &\n${next}\nwait\n`,
    );
    return typing(typed, `bash '${shell}'`);
  }

  test("a program does not read the keyboard, which is the shell's", async () => {
    const reader = `process.stdin.once('data', (text) => { console.log('it read ' + text); process.exit(0); });
process.stdin.once('end', () => console.log('nothing to read'));
console.log('ready');`;
    const next = 'sleep 3; read -t 30 line; wait; echo "the shell read $line"';
    expect(await inBackground(reader, 'typed\n', next)).toBe(
      'ready\nnothing to read\nthe shell read typed\n',
    );
  });

  test('a signal for the whole job reaches a program once', async () => {
    const code = counter.replaceAll('SIGINT', 'SIGTERM');
    expect(await inBackground(code, '\n', 'read -t 60 line; kill -TERM %1')).toBe(
      'ready\ninterrupts: 1\n',
    );
  });
});
