// SPDX-License-Identifier: Apache-2.0
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { withOwnTemporaryFiles } from './own-temporary-files.ts';
import { runProcess } from './run-process.ts';

test('what a program leaves in its folder of temporary files is in that of the run', async () => {
  const scratch = mkdtempSync(join(tmpdir(), 'strata-own-'));
  const env = withOwnTemporaryFiles({ ...process.env }, scratch);
  const write = 'echo admin > "$TMPDIR/kubeconfig1"';
  expect(await runProcess(['sh', '-c', write], { cwd: '/', env })).toEqual({ code: 0 });
  expect(readdirSync(join(scratch, 'tmp'))).toEqual(['kubeconfig1']);
  expect(statSync(join(scratch, 'tmp')).mode & 0o777).toBe(0o700);
  // Of a second environment in the same run.
  expect(withOwnTemporaryFiles({}, scratch)).toEqual({ TMPDIR: join(scratch, 'tmp') });
  rmSync(scratch, { recursive: true });
});
