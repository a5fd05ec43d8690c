// SPDX-License-Identifier: Apache-2.0
import { join } from 'node:path';
import { formatDuration, silentReport } from '@strata/toolchain';
import { differences, lockedEntries, wrongFiles } from './compare-with-lock.ts';
import type { Component } from './recipes/component.ts';
import { titleOfComponent } from './recipes/component.ts';
import { allComponents } from './recipes/components.ts';
import type { LockedComponent } from './lock-file.ts';
import { locksDir } from './lock-file.ts';
import { ManifestError } from './manifest-error.ts';
import { bundleDir, manifestsDir } from './manifests-dir.ts';
import type { RenderContext, RenderedComponent } from './render/index.ts';
import { charts, fetchModule, generators, renderComponent } from './render/index.ts';
import { writeFileAtomically } from './write-file-atomically.ts';

/** Options of {@link ensureManifests}. */
export interface ManifestOptions extends Partial<RenderContext> {
  /** Components to render. @default every component at every version */
  readonly components?: readonly Component[];
  /** Folder of the locks. @default the folder of this repository */
  readonly locks?: string;
  /** @default process.env */
  readonly env?: NodeJS.ProcessEnv;
}

/** Options with every default filled in. */
export type ManifestTask = RenderContext & Required<Omit<ManifestOptions, 'signal'>>;

/** Returns the options with every default filled in. */
export function manifestTask(options: ManifestOptions = {}): ManifestTask {
  return {
    components: allComponents,
    locks: locksDir,
    env: process.env,
    report: silentReport,
    fetchModule,
    generators,
    charts,
    ...options,
  };
}

/** Renders a component and reports it. */
export async function renderAndTell(
  component: Component,
  task: ManifestTask,
  locked?: LockedComponent,
): Promise<RenderedComponent> {
  const { components, report } = task;
  const begin = Date.now();
  const place = `[${components.indexOf(component) + 1}/${components.length}]`;
  const label = `${place} ${titleOfComponent(component)}`;
  report.status(`${label}: rendering`);
  const rendered = await renderComponent(component, task, locked);
  report.line(
    `${label}: ${rendered.entry.objects} objects, rendered in ${formatDuration(Date.now() - begin)}`,
  );
  return rendered;
}

/** Writes a component's files into a folder of manifests. */
export function writeComponent({ contents }: RenderedComponent, directory: string): void {
  for (const { path, content } of contents) writeFileAtomically(join(directory, path), content);
}

/**
 * Refuses a bundle with problems: an offline bundle is only read, so this code cannot repair it.
 */
function refuseBundle(problems: readonly string[], directory: string): never {
  throw new ManifestError(
    [
      `The offline bundle in STRATA_MANIFESTS_DIR (${directory}) is not the one in the lock; ` +
        'copy it again:',
      ...problems,
    ].join('\n  '),
  );
}

/**
 * Makes sure that the requested manifests are in the cache, and renders missing or wrong ones. An
 * offline bundle, if there is one, is only checked. The process may be killed at any time, and two
 * may run at once.
 *
 * @returns the titles of the components that were rendered, such as `kubevirt 1.8.4`.
 * @throws ManifestError with a message to show as it is, naming both hashes where they differ.
 */
export async function ensureManifests(options: ManifestOptions = {}): Promise<string[]> {
  const task = manifestTask(options);
  const { components, locks, env, report } = task;
  const entries = lockedEntries(components, locks);
  const directory = manifestsDir(env);
  const wrong = [...entries].filter(([, entry]) => wrongFiles(entry, directory).length > 0);
  if (wrong.length > 0 && bundleDir(env)) {
    refuseBundle(
      wrong.flatMap(([, entry]) => wrongFiles(entry, directory)),
      directory,
    );
  }
  const problems: string[] = [];
  for (const [component, entry] of wrong) {
    const rendered = await renderAndTell(component, task, entry);
    const found = differences(rendered.entry, entry);
    problems.push(...found);
    if (found.length === 0) writeComponent(rendered, directory);
  }
  if (problems.length > 0) {
    throw new ManifestError(['The rendering is not what the locks say:', ...problems].join('\n  '));
  }
  const verified = components.length - wrong.length;
  report.line(`Manifests ready in ${directory}: ${verified} verified, ${wrong.length} rendered.`);
  return wrong.map(([component]) => titleOfComponent(component));
}
