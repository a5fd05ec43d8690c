// SPDX-License-Identifier: Apache-2.0
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { differences, lockedEntries } from './compare-with-lock.ts';
import type { ManifestOptions } from './ensure-manifests.ts';
import { manifestTask, renderAndTell, writeComponent } from './ensure-manifests.ts';
import { ManifestError } from './manifest-error.ts';

/**
 * Renders every component into a temporary folder and compares the files with the locks. This
 * proves that the modules yield what the locks say, whatever is in the cache.
 *
 * @throws ManifestError naming both hashes of each file that differs, and the folder, which is then
 * kept for inspection.
 */
export async function checkManifests(options: ManifestOptions = {}): Promise<void> {
  const task = manifestTask(options);
  const { components, locks, report } = task;
  const entries = lockedEntries(components, locks);
  const folder = await mkdtemp(join(tmpdir(), 'strata-manifests-check-'));
  const problems: string[] = [];
  try {
    for (const [component, entry] of entries) {
      const rendered = await renderAndTell(component, task, entry);
      writeComponent(rendered, folder);
      problems.push(...differences(rendered.entry, entry));
    }
  } finally {
    if (problems.length === 0) await rm(folder, { recursive: true, force: true });
  }
  if (problems.length > 0) {
    throw new ManifestError(
      [`The rendering (kept in ${folder}) is not what the locks say:`, ...problems].join('\n  '),
    );
  }
  report.line(`${components.length} components render as the locks say.`);
}
