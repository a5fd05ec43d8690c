// SPDX-License-Identifier: Apache-2.0
import { rmSync } from 'node:fs';
import { titleOfComponent } from './recipes/component.ts';
import { differences } from './compare-with-lock.ts';
import type { ManifestOptions } from './ensure-manifests.ts';
import { manifestTask, renderAndTell, writeComponent } from './ensure-manifests.ts';
import type { LockedComponent } from './lock-file.ts';
import { formatLock, lockFileOf, readLocks } from './lock-file.ts';
import { ManifestError } from './manifest-error.ts';
import { bundleDir, manifestsDir } from './manifests-dir.ts';
import { writeFileAtomically } from './write-file-atomically.ts';

/**
 * Renders every component again, into the cache, and writes its lock. Removes the locks of other
 * components and versions. Reports line by line what changed, for the review.
 *
 * @throws ManifestError, and writes no lock, when a module's hash differs from the hash in the lock
 * of the same version.
 */
export async function updateLocks(options: ManifestOptions = {}): Promise<LockedComponent[]> {
  const task = manifestTask(options);
  const { components, locks, env, report } = task;
  if (bundleDir(env)) {
    throw new ManifestError('The locks are written from the cache: unset STRATA_MANIFESTS_DIR.');
  }
  const old = readLocks(locks);
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
  for (const entry of entries) writeFileAtomically(lockFileOf(locks, entry), formatLock(entry));
  const written = entries.map((entry) => lockFileOf(locks, entry));
  for (const file of old.map((entry) => lockFileOf(locks, entry))) {
    if (!written.includes(file)) rmSync(file);
  }
  report.line(`Written: ${locks}`);
  return entries;
}
