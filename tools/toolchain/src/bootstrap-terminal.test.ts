// SPDX-License-Identifier: Apache-2.0
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A clone whose packages are installed. */
let clone: string;
beforeEach(() => {
  clone = mkdtempSync(join(tmpdir(), 'strata-terminal-'));
  mkdirSync(join(clone, 'node_modules/.bin'), { recursive: true });
  mkdirSync(join(clone, 'tools/toolchain/src'), { recursive: true });
  copyFileSync(
    join(import.meta.dirname, '../../bootstrap.mjs'),
    join(clone, 'tools/bootstrap.mjs'),
  );
  const lock = JSON.stringify({ packages: {} });
  writeFileSync(join(clone, 'package-lock.json'), lock);
  writeFileSync(join(clone, 'node_modules/.package-lock.json'), lock);
  symlinkSync(process.execPath, join(clone, 'node_modules/.bin/node'));
});
afterEach(() => rmSync(clone, { recursive: true }));

/** Says how often it was interrupted, some time after the first interrupt. */
const counter = `let interrupts = 0;
const say = () => { console.log('interrupts: ' + interrupts); process.exit(0); };
process.on('SIGINT', () => { if (interrupts++ === 0) setTimeout(say, 2000); });
setInterval(() => {}, 1000);
console.log('ready');
export {};
`;

test.each(['', ' < /dev/null'])('Ctrl-C reaches a command once: toolchain%s', async (input) => {
  writeFileSync(join(clone, 'tools/toolchain/src/main.ts'), counter);
  const command = `'${process.execPath}' '${clone}/tools/bootstrap.mjs' toolchain${input}`;
  const env: NodeJS.ProcessEnv = { ...process.env, HOME: clone };
  delete env.NODE_OPTIONS;
  const terminal = spawn('script', ['-qec', command, '/dev/null'], { env });
  let said = '';
  terminal.stdout.setEncoding('utf8').on('data', (text: string) => {
    if (text.includes('ready')) terminal.stdin.write('\u0003');
    said += text;
  });
  await once(terminal, 'close');
  expect(said.replaceAll('^C', '')).toBe('ready\r\ninterrupts: 1\r\n');
});
