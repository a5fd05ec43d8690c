// SPDX-License-Identifier: Apache-2.0
import { execFile } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');

// Compiled once, with the packages that the tool itself is made of; Go keeps the outcome, too.
test('kubevirt-csi-driver does what its tests say', async () => {
  const env = { ...process.env, GOFLAGS: '-mod=readonly', GOTOOLCHAIN: 'local', GOWORK: 'off' };
  const cwd = join(root, 'kubevirt-csi-driver');
  const { stdout } = await promisify(execFile)('go', ['test', './...'], { cwd, env });
  expect(stdout).toMatch(/^ok\s+strata\/toolchain\/kubevirt-csi-driver\s/);
}, 600_000);
