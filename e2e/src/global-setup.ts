// SPDX-License-Identifier: Apache-2.0
import { instanceAt, up } from '@strata/sandbox';
import { consoleReport } from '@strata/toolchain';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import teardown from './global-teardown.ts';

/** Jest itself ends at once, and leaves what was made for its tests. */
function tearDownWhenInterrupted(): void {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      void teardown().finally(() => process.exit(1));
    });
  }
}

/** Makes a sandbox of its own for the tests, in a folder of its own. */
export default async function setup(): Promise<void> {
  const dir = mkdtempSync(join(tmpdir(), 'strata-e2e-'));
  process.env.STRATA_E2E_DIR = dir;
  tearDownWhenInterrupted();
  await up(instanceAt('e2e', dir), { guestKubernetes: ['1.34'] }, consoleReport());
}
