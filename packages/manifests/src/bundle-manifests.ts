// SPDX-License-Identifier: Apache-2.0
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ManifestOptions } from './ensure-manifests.ts';
import { ensureManifests, manifestTask } from './ensure-manifests.ts';
import { lockedEntries, wrongFiles } from './compare-with-lock.ts';
import { lockFileOf } from './lock-file.ts';
import { ManifestError } from './manifest-error.ts';
import { manifestsDir } from './manifests-dir.ts';
import { writeFileAtomically } from './write-file-atomically.ts';

export type { ManifestOptions } from './ensure-manifests.ts';

/**
 * Copies manifests and their locks into a folder for a machine without network. Copy the folder
 * there and name it in STRATA_MANIFESTS_DIR. A lock is written after its files, so a component with
 * a lock is complete.
 *
 * @throws ManifestError as {@link ensureManifests} does.
 */
export async function bundleManifests(
  folder: string,
  options: ManifestOptions = {},
): Promise<void> {
  const task = manifestTask(options);
  await ensureManifests(task);
  const { components, locks, env, report } = task;
  const entries = lockedEntries(components, locks);
  for (const entry of entries.values()) {
    for (const { path } of entry.files) {
      writeFileAtomically(join(folder, path), readFileSync(join(manifestsDir(env), path)));
    }
    const problems = wrongFiles(entry, folder);
    if (problems.length > 0) throw new ManifestError(problems.join('\n'));
    const lock = readFileSync(lockFileOf(locks, entry));
    writeFileAtomically(lockFileOf(join(folder, 'locks'), entry), lock);
  }
  report.line(`Bundle written: ${folder}`);
}
