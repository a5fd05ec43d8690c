// SPDX-License-Identifier: Apache-2.0
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const made: string[] = [];

/** Makes a folder that is removed when the test file is done. */
export function testFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'strata-manifests-test-'));
  made.push(folder);
  return folder;
}

// `afterAll` does not exist in the child processes that tests start, which use their parent's
// folder.
if (typeof afterAll === 'function') {
  afterAll(() => {
    for (const folder of made) rmSync(folder, { recursive: true, force: true });
  });
}
