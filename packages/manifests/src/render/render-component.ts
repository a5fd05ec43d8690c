// SPDX-License-Identifier: Apache-2.0
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Report } from '@strata/toolchain';
import type { Component, Source } from '../recipes/component.ts';
import { loadedFileOf, readableFileOf, titleOfComponent } from '../recipes/component.ts';
import type { KubernetesObject } from '../kubernetes-object.ts';
import type { LockedComponent } from '../lock-file.ts';
import { ManifestError } from '../manifest-error.ts';
import { sha256 } from '../sha256.ts';
import { canonicalObjects } from './canonical-objects.ts';
import { dropVersions } from './drop-versions.ts';
import type { FetchedModule, FetchModule } from './fetch-module.ts';
import type { Charts, Generator, GeneratorName } from './generators.ts';
import { listImages } from '../image-references.ts';
import { intoNamespace } from './into-namespace.ts';
import { omitObjects } from './omit-objects.ts';
import { parseDocuments } from './parse-documents.ts';

import { checkImageTags, pinImages } from './pin-images.ts';
import { retargetNamespace } from './retarget-namespace.ts';
import { toJson, toYaml } from './serialize.ts';

/** Functions that rendering gets from its caller. */
export interface RenderContext {
  readonly fetchModule: FetchModule;
  readonly generators: Readonly<Record<GeneratorName, Generator>>;
  readonly charts: Charts;
  readonly report: Report;
  readonly signal?: AbortSignal | undefined;
}

/** Files of a component, and the lock entry for them. */
export interface RenderedComponent {
  readonly entry: LockedComponent;
  readonly contents: readonly { readonly path: string; readonly content: string }[];
}

/**
 * Refuses a module whose hash differs from the lock. A published version never changes, so its hash
 * must not change either, not even when the lock is written again.
 */
function checkModule({ path, version, hash }: FetchedModule, locked?: LockedComponent): void {
  const known = locked?.modules.find((one) => one.path === path && one.version === version);
  if (!known || known.hash === hash) return;
  throw new ManifestError(
    `${path}@${version} is not the module in the lock: its hash is ${hash}, the lock says ` +
      `${known.hash}; do not trust the module proxy in GOPROXY`,
  );
}

async function readSource(
  source: Source,
  module: FetchedModule,
  { generators, charts, report, signal }: RenderContext,
): Promise<KubernetesObject[]> {
  if (source.from === 'files') {
    const read = source.paths.map(async (path) => {
      const text = await readFile(join(module.directory, path), 'utf8');
      return parseDocuments(text, `${module.path}@${module.version}/${path}`);
    });
    return (await Promise.all(read)).flat();
  }
  if (source.from === 'chart') {
    const binary = await charts.locate({ report, signal });
    return charts.render({ source, module, binary, signal });
  }
  const generator = generators[source.from];
  const { version } = module;
  const binary = await generator.locate({ version, report, signal });
  const text = await generator.generate({ module, binary, signal });
  return parseDocuments(text, `the output of ${source.from}`);
}

async function renderObjects(
  component: Component,
  modules: readonly FetchedModule[],
  context: RenderContext,
): Promise<KubernetesObject[]> {
  const read = component.sources.map(async (source, index) => {
    const module = modules[index];
    return module ? readSource(source, module, context) : [];
  });
  const upstream = (await Promise.all(read)).flat();
  const { installedInto, namespace, pins = [], drops = [], omits = [] } = component;
  const kept = omitObjects(upstream, omits);
  const placed = installedInto === undefined ? kept : intoNamespace(kept, installedInto);
  const moved = namespace ? retargetNamespace(placed, namespace) : placed;
  const objects = canonicalObjects(dropVersions(pinImages(moved, pins), drops));
  checkImageTags(listImages(objects), component);
  return objects;
}

/**
 * Renders one component from its Go modules, the same bytes on every machine.
 *
 * @param locked the component's present lock entry; modules that differ from it are refused.
 * @throws ManifestError naming the component.
 */
export async function renderComponent(
  component: Component,
  context: RenderContext,
  locked?: LockedComponent,
): Promise<RenderedComponent> {
  const { name, version, sources } = component;
  try {
    const modules = await Promise.all(
      sources.map(({ module: path, moduleVersion = `v${version}`, sums, package: part }) =>
        context.fetchModule({ path, version: moduleVersion, sums, package: part }, context.signal),
      ),
    );
    for (const module of modules) checkModule(module, locked);
    const objects = await renderObjects(component, modules, context);
    const contents = [
      { path: loadedFileOf(component), content: toJson(objects) },
      { path: readableFileOf(component), content: toYaml(objects) },
    ];
    const entry = {
      component: name,
      version,
      modules: modules.map(({ path, version: tag, hash }) => ({ path, version: tag, hash })),
      files: contents.map(({ path, content }) => ({ path, sha256: sha256(content) })),
      objects: objects.length,
      images: listImages(objects),
    };
    return { entry, contents };
  } catch (error) {
    if (!(error instanceof ManifestError)) throw error;
    throw new ManifestError(`${titleOfComponent(component)}: ${error.message}`);
  }
}
