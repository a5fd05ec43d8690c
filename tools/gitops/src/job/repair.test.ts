// SPDX-License-Identifier: Apache-2.0
import { spawn } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';

const root = resolve(import.meta.dirname, '../../../..');
const folder = mkdtempSync(join(tmpdir(), 'strata-repair-'));
const script = join(folder, '.ci/repair');
const programs = join(folder, 'node_modules/.bin');
cpSync(join(root, '.ci/repair'), script);
mkdirSync(programs, { recursive: true });
afterAll(() => rmSync(folder, { recursive: true }));

/** Starts the script with a shell script as the installed Node. */
function repair(fakeNode: string, ...args: readonly string[]) {
  writeFileSync(join(programs, 'node'), `#!/bin/sh\n${fakeNode}\n`, { mode: 0o755 });
  const child = spawn('bash', [script, ...args], { env: { PATH: '/usr/bin:/bin' } });
  const code = new Promise<number | null>((end) => child.once('close', end));
  return { child, code, said: text(child.stdout) };
}

test('runs the command with the installed Node, and ends as it ends', async () => {
  const { code, said } = repair('echo node "$@"; exit 3', 'infra/prod', 'user-cluster/prod.shop');
  expect(await said).toBe(
    'node tools/gitops/src/main.ts repair infra/prod user-cluster/prod.shop\n',
  );
  expect(await code).toBe(3);
});

test('a signal to the script reaches the command', async () => {
  const waits = 'trap "echo asked to stop; exit 1" TERM; echo waits; while :; do sleep 0.1; done';
  const { child, code, said } = repair(waits, 'infra/prod');
  child.stdout.once('data', () => child.kill('SIGTERM'));
  expect(await code).toBe(1);
  expect(await said).toBe('waits\nasked to stop\n');
});
