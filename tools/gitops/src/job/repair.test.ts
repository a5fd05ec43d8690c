// SPDX-License-Identifier: Apache-2.0
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const script = resolve(import.meta.dirname, '../../../../.ci/repair');
const folder = mkdtempSync(join(tmpdir(), 'strata-repair-'));
const temporary = join(folder, 'tmp');
const calls = join(folder, 'calls');
mkdirSync(temporary);
afterAll(() => rmSync(folder, { recursive: true }));

/** A program that says how it was called, and leaves something behind, as Pulumi's provider does. */
function fake(name: string, code: number): void {
  const text = `#!/bin/sh\necho ${name} "$@" >> ${calls}\necho key > "$TMPDIR/kubeconfig"\nexit ${code}\n`;
  writeFileSync(join(folder, name), text, { mode: 0o755 });
}

function repair(...ids: readonly string[]) {
  rmSync(calls, { force: true });
  const env = { PATH: `${folder}:/usr/bin:/bin`, TMPDIR: temporary };
  const { status } = spawnSync('bash', [script, ...ids], { env });
  return { status, calls: readFileSync(calls, 'utf8').trim().split('\n') };
}

test('refreshes, brings up and looks again, and leaves no kubeconfig in the folder of temporary files', () => {
  fake('pulumi', 0);
  fake('node', 0);
  expect(repair('infra/prod')).toEqual({
    status: 0,
    calls: [
      'pulumi -C packages/infra refresh --yes --skip-preview --non-interactive --stack prod',
      'node tools/gitops/src/main.ts run up --stack infra/prod',
      'node tools/gitops/src/main.ts drift-check --stack infra/prod',
    ],
  });
  expect(readdirSync(temporary)).toEqual([]);
});

test('does not bring up what could not be refreshed, and goes on with the next', () => {
  fake('pulumi', 1);
  const { calls: made, status } = repair('infra/prod', 'user-cluster/prod.shop');
  expect(status).toBe(1);
  expect(made.filter((call) => call.includes(' up '))).toEqual([]);
  expect(made.filter((call) => call.includes('drift-check'))).toHaveLength(2);
  expect(readdirSync(temporary)).toEqual([]);
});
