// SPDX-License-Identifier: Apache-2.0
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import teardown from './apart-teardown.ts';
import { tearDownWhenInterrupted } from './when-interrupted.ts';

/** Makes the folder in which files apart have their own sandboxes. */
export default function setup(): void {
  process.env.STRATA_E2E_APART = mkdtempSync(join(tmpdir(), 'strata-apart-'));
  tearDownWhenInterrupted(teardown);
}
