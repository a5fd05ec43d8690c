// SPDX-License-Identifier: Apache-2.0
import { MissingPrerequisite } from '@strata/real-machine';
import { consoleReport } from '@strata/toolchain';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { tearDownWhenInterrupted } from '../when-interrupted.ts';
import { folder, missing } from './setup-variables.ts';
import { prepare } from './machine-lab.ts';
import teardown from './teardown.ts';

/** Fills the cache before any test begins: the first time that takes a quarter of an hour. */
export default async function setup(): Promise<void> {
  const report = consoleReport();
  try {
    await prepare(report);
  } catch (error) {
    // A job of CI that skips its only tests would prove nothing, and be green.
    const isRequired = process.env.STRATA_MACHINE_REQUIRED === 'true';
    if (isRequired || !(error instanceof MissingPrerequisite)) throw error;
    report.line(`no machine is booted, and all tests are skipped: ${error.message}`);
    process.env[missing] = error.message;
    return;
  }
  process.env[folder] = mkdtempSync(join(tmpdir(), 'strata-machine-'));
  tearDownWhenInterrupted(teardown);
}
