// SPDX-License-Identifier: Apache-2.0
import { instanceAt, up } from '@strata/sandbox';
import { consoleReport } from '@strata/toolchain';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import teardown from './global-teardown.ts';
import { tearDownWhenInterrupted } from './when-interrupted.ts';

/** Makes a sandbox of its own for the tests, in a folder of its own. */
export default async function setup(): Promise<void> {
  const dir = mkdtempSync(join(tmpdir(), 'strata-e2e-'));
  process.env.STRATA_E2E_DIR = dir;
  tearDownWhenInterrupted(teardown);
  await up(instanceAt('e2e', dir), { guestKubernetes: ['1.34'] }, consoleReport());
}
