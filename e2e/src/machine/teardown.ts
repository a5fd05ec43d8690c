// SPDX-License-Identifier: Apache-2.0
import { rm } from 'node:fs/promises';
import { tearDownOnce } from '../when-interrupted.ts';
import { folder } from './setup-variables.ts';

/** Deletes what the tests have made, unless STRATA_E2E_KEEP=1. Machines end with Jest itself. */
export default tearDownOnce(async () => {
  const made = process.env[folder];
  if (made === undefined || process.env.STRATA_E2E_KEEP !== undefined) return;
  await rm(made, { recursive: true, force: true });
});
