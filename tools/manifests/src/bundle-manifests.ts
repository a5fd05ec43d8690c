// SPDX-License-Identifier: Apache-2.0
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { ManifestOptions } from './ensure-manifests.ts';
import { ensureManifests, manifestTask } from './ensure-manifests.ts';
import { lockedEntries, wrongFiles } from './compare-with-lock.ts';
import { readLock } from './lock-file.ts';
import { ManifestError } from './manifest-error.ts';
import { manifestsDir } from './manifests-dir.ts';
import { writeFileAtomically } from './write-file-atomically.ts';

export type { ManifestOptions } from './ensure-manifests.ts';

/**
 * Copies manifests and the lock into a folder, for a machine without network: carry it there and
 * name it in STRATA_MANIFESTS_DIR. The lock comes last, so a folder with a lock has all manifests.
 *
 * @throws ManifestError as {@link ensureManifests} does.
 */
export async function bundleManifests(
  folder: string,
  options: ManifestOptions = {},
): Promise<void> {
  const task = manifestTask(options);
  await ensureManifests(task);
  const { components, lockFile, env, report } = task;
  const entries = lockedEntries(components, readLock(lockFile), lockFile);
  for (const entry of entries.values()) {
    for (const { path } of entry.files) {
      writeFileAtomically(join(folder, path), readFileSync(join(manifestsDir(env), path)));
    }
    const problems = wrongFiles(entry, folder);
    if (problems.length > 0) throw new ManifestError(problems.join('\n'));
  }
  writeFileAtomically(join(folder, basename(lockFile)), readFileSync(lockFile));
  report.line(`Bundle written: ${folder}`);
}
