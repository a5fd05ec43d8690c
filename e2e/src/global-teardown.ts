// SPDX-License-Identifier: Apache-2.0
import { instanceAt, reset } from '@strata/sandbox';
import { consoleReport } from '@strata/toolchain';
import { tearDownOnce } from './when-interrupted.ts';

/** Deletes the tests' sandbox; its logs are kept with STRATA_E2E_KEEP=1. */
export default tearDownOnce(async () => {
  const dir = process.env.STRATA_E2E_DIR;
  if (dir === undefined || process.env.STRATA_E2E_KEEP !== undefined) return;
  await reset(instanceAt('e2e', dir), consoleReport());
});
