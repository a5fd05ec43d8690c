// SPDX-License-Identifier: Apache-2.0
import { url as inspectorUrl } from 'node:inspector';
import { registerHooks } from 'node:module';
import { basename, isAbsolute, join, relative, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { WantedBundle } from './build-bundle.ts';
import { BundleStore } from './bundle-store.ts';
import { nameSourcesInTraces } from './name-sources.ts';
import { programContents } from './program-contents.ts';

/** A module of a package of this repository, which may be loaded from a bundle. */
export interface BundledModule {
  /** The repository. @default the one that this file is in */
  readonly root?: string;
  /** Absolute path, below `packages`. */
  readonly module: string;
  /** Whether a module that stays outside has loaded Pulumi's packages before. */
  readonly isPulumiLoaded: boolean;
}

/** The repository that this file is in. */
export const ownRoot = join(import.meta.dirname, '../../../..');

/**
 * Returns the folder of bundles, or undefined where programs run from their sources:
 * `STRATA_PROGRAM_BUNDLES` is not set, or is `off`.
 *
 * @throws Error when it is a relative path: programs run in folders of their own.
 */
function bundlesFolder({ STRATA_PROGRAM_BUNDLES: folder }: NodeJS.ProcessEnv): string | undefined {
  if (folder === undefined || folder === '' || folder === 'off') return undefined;
  if (isAbsolute(folder)) return folder;
  throw new Error(`STRATA_PROGRAM_BUNDLES must be an absolute path or off, not "${folder}"`);
}

/** Builds a bundle, or keeps why that cannot be done. */
async function build(store: BundleStore, wanted: Omit<WantedBundle, 'file'>): Promise<void> {
  try {
    const { buildBundle, RefusedCode } = await import('./build-bundle.ts');
    await buildBundle({ ...wanted, file: store.file }).catch((error: unknown) => {
      // A disk that is full may have room again, and a computer memory for esbuild.
      if (!(error instanceof RefusedCode)) throw error;
      store.setFailure(error.message);
    });
  } finally {
    store.endBuilding();
  }
}

/**
 * Finds the bundle of a module, and builds it when it is started for the second time with the same
 * contents: one that runs once, as on a fresh runner, would not get the time back. Says at each start
 * why there is no bundle, if it could not be built.
 *
 * @param env - with the folder of bundles in `STRATA_PROGRAM_BUNDLES`.
 * @returns its path; undefined where the sources are to be run.
 */
export async function findBundle(
  { isPulumiLoaded, module, root = ownRoot }: BundledModule,
  env: NodeJS.ProcessEnv,
): Promise<string | undefined> {
  const folder = bundlesFolder(env);
  // With a debugger people want to see the sources.
  if (folder === undefined || inspectorUrl() !== undefined) return undefined;
  const [name = ''] = relative(join(root, 'packages'), module).split(sep);
  const own = join(root, 'packages', name);
  const { key } = programContents(root, own);
  const store = new BundleStore(root, join(folder, name), key);
  if (store.hasBundle()) return store.file;
  if (store.failure === undefined && store.beginBuilding()) {
    await build(store, { root, folder: own, module, key, isPulumiLoaded });
  }
  if (store.hasBundle()) return store.file;
  const { failure } = store;
  if (failure !== undefined) {
    console.warn(
      `${relative(root, module)} runs from its sources, for no bundle of it could be made: ` +
        `${failure}. STRATA_PROGRAM_BUNDLES=off makes none.`,
    );
  }
  return undefined;
}

/** Has Node load a bundle where a module is asked for. */
export function loadInstead(module: string, bundle: string): void {
  const asked = pathToFileURL(module).href;
  const name = basename(module);
  const hooks = registerHooks({
    resolve: (specifier, context, next) => {
      if (!specifier.endsWith(name)) return next(specifier, context);
      const { href } = URL.parse(specifier, context.parentURL) ?? {};
      if (href !== asked) return next(specifier, context);
      setImmediate(() => hooks.deregister());
      return { url: pathToFileURL(bundle).href, format: 'module', shortCircuit: true };
    },
  });
  nameSourcesInTraces(bundle);
}

/**
 * Has a module loaded from its bundle, where it may be. A folder of bundles that cannot be used leaves
 * the sources to be run.
 */
export async function useBundleOf(wanted: BundledModule, env: NodeJS.ProcessEnv): Promise<void> {
  try {
    const bundle = await findBundle(wanted, env);
    if (bundle !== undefined) loadInstead(wanted.module, bundle);
  } catch (error) {
    console.warn(
      `programs run from their sources, for STRATA_PROGRAM_BUNDLES is of no use (off says nothing): ${String(error)}`,
    );
  }
}
