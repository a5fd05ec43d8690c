// SPDX-License-Identifier: Apache-2.0
import { existsSync } from 'node:fs';
import { titleOfComponent } from './component.ts';
import { differences } from './compare-with-lock.ts';
import type { ManifestOptions } from './ensure-manifests.ts';
import { manifestTask, renderAndTell, writeComponent } from './ensure-manifests.ts';
import type { Lock, LockedComponent } from './lock-file.ts';
import { formatLock, readLock } from './lock-file.ts';
import { ManifestError } from './manifest-error.ts';
import { bundleDir, manifestsDir } from './manifests-dir.ts';
import { writeFileAtomically } from './write-file-atomically.ts';

/**
 * Renders every component anew, into the cache, and writes the lock. What changed is told line by
 * line, for the review.
 *
 * @throws ManifestError, and writes no lock, when a module's hash is not the one that the lock has
 * for the same version.
 */
export async function updateLock(options: ManifestOptions = {}): Promise<Lock> {
  const task = manifestTask(options);
  const { components, lockFile, env, report } = task;
  if (bundleDir(env)) {
    throw new ManifestError('The lock is written from the cache: unset STRATA_MANIFESTS_DIR.');
  }
  const old = existsSync(lockFile) ? readLock(lockFile).components : [];
  const entries: LockedComponent[] = [];
  for (const component of components) {
    const before = old.find(
      (one) => one.component === component.name && one.version === component.version,
    );
    const rendered = await renderAndTell(component, task, before);
    writeComponent(rendered, manifestsDir(env));
    entries.push(rendered.entry);
    const changes = before
      ? differences(rendered.entry, before)
      : [`${titleOfComponent(component)}: new`];
    for (const change of changes) report.line(`  ${change}`);
  }
  const lock: Lock = { formatVersion: 1, components: entries };
  writeFileAtomically(lockFile, formatLock(lock));
  report.line(`Written: ${lockFile}`);
  return lock;
}
