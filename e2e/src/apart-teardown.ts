// SPDX-License-Identifier: Apache-2.0
import { instanceAt, reset } from '@strata/sandbox';
import { silentReport } from '@strata/toolchain';
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { tearDownOnce } from './when-interrupted.ts';

/** Deletes what sandboxes are left, which a file that was interrupted could not do itself. */
export default tearDownOnce(async () => {
  const folder = process.env.STRATA_E2E_APART;
  if (folder === undefined || process.env.STRATA_E2E_KEEP !== undefined) return;
  for (const name of existsSync(folder) ? readdirSync(folder) : []) {
    const instance = instanceAt(name, join(folder, name));
    if (existsSync(instance.settingsFile)) await reset(instance, silentReport);
  }
  rmSync(folder, { recursive: true, force: true });
});
