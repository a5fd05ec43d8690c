// SPDX-License-Identifier: Apache-2.0
import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { pulumi, pulumiWithEvents } from './pulumi-process.ts';

const folder = mkdtempSync(join(tmpdir(), 'pulumi-process-test-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Replacement of Pulumi, because only the code around it is tested. */
const script = `#!/bin/sh
echo secret > "$TMPDIR/kubeconfig"
echo "$TMPDIR $NODE_COMPILE_CACHE $PULUMI_DEBUG_COMMANDS"
echo "$@" >&2
`;

const env = {
  PATH: [folder, process.env.PATH].join(delimiter),
  STRATA_CACHE_DIR: join(folder, 'cache'),
};
const { signal } = new AbortController();
const context = { cwd: folder, env, signal };

beforeAll(() => {
  const file = join(folder, 'pulumi');
  writeFileSync(file, script);
  chmodSync(file, 0o700);
});

test('deletes the temporary files of a command without events', async () => {
  const { stdout } = await pulumi(['up', '--yes'], context);
  const [temporary = ''] = stdout.trim().split(' ');
  expect(temporary.startsWith(join(tmpdir(), 'strata-run-'))).toBe(true);
  expect(existsSync(join(temporary, '..'))).toBe(false);
});

test('deletes the temporary files of a run', async () => {
  const run = await pulumiWithEvents(['preview'], context);
  const [temporary = '', ...others] = run.stdout.trim().split(' ');
  expect(others).toEqual([join(folder, 'cache/node-compile-cache'), 'true']);
  expect(temporary.startsWith(join(tmpdir(), 'strata-run-'))).toBe(true);
  expect(existsSync(join(temporary, '..'))).toBe(false);
  expect(run.stderr.trim()).toBe(
    `preview --event-log ${join(temporary, '../events.jsonl')} --non-interactive --color=never`,
  );
});
