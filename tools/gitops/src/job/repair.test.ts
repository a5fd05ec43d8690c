// SPDX-License-Identifier: Apache-2.0
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '../../../..');
const folder = mkdtempSync(join(tmpdir(), 'strata-repair-'));
const calls = join(folder, 'calls');
const script = join(folder, '.ci/repair');
const programs = join(folder, 'node_modules/.bin');
cpSync(join(root, '.ci/repair'), script);
mkdirSync(programs, { recursive: true });
afterAll(() => rmSync(folder, { recursive: true }));

/** Makes the installed Node record its calls; its refresh ends with the given exit code. */
function fakeNode(refreshCode: number): void {
  const text = `#!/bin/sh\necho node "$@" >> ${calls}\n[ "$2" != pulumi ] || exit ${refreshCode}\n`;
  writeFileSync(join(programs, 'node'), text, { mode: 0o755 });
}

function repair(...ids: readonly string[]) {
  rmSync(calls, { force: true });
  const env = { PATH: '/usr/bin:/bin' };
  const { status } = spawnSync('bash', [script, ...ids], { env });
  return { status, calls: readFileSync(calls, 'utf8').trim().split('\n') };
}

test('refreshes, updates and checks again, with the backend and the key of each environment', () => {
  fakeNode(0);
  expect(repair('infra/prod')).toEqual({
    status: 0,
    calls: [
      'node tools/gitops/src/main.ts pulumi --stack infra/prod -- refresh --yes --skip-preview',
      'node tools/gitops/src/main.ts run up --stack infra/prod',
      'node tools/gitops/src/main.ts drift-check --stack infra/prod',
    ],
  });
});

test('does not update a stack whose refresh failed, and continues with the next', () => {
  fakeNode(1);
  const { calls: made, status } = repair('infra/prod', 'user-cluster/prod.shop');
  expect(status).toBe(1);
  expect(made.filter((call) => call.includes(' up '))).toEqual([]);
  expect(made.filter((call) => call.includes('drift-check'))).toHaveLength(2);
});
