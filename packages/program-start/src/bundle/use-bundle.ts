// SPDX-License-Identifier: Apache-2.0
import { existsSync } from 'node:fs';
import { url as inspectorUrl } from 'node:inspector';
import { registerHooks } from 'node:module';
import { basename, dirname, join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { WantedBundle } from './build-bundle.ts';
import { BundleStore } from './bundle-store.ts';
import { nameSourcesInTraces } from './name-sources.ts';
import { programContents } from './program-contents.ts';

/** How a program was started. */
export interface ProgramRun {
  /** Arguments of Node: those of Pulumi's runner. */
  readonly argv: readonly string[];
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  /** The repository. @default the one that this file is in */
  readonly root?: string;
}

const ownRoot = join(import.meta.dirname, '../../../..');

/**
 * Returns the folder of bundles, or undefined where programs run from their sources:
 * `STRATA_PROGRAM_BUNDLES` is not set, or is `off`.
 */
function bundlesFolder({ STRATA_PROGRAM_BUNDLES: folder }: NodeJS.ProcessEnv): string | undefined {
  return folder === '' || folder === 'off' ? undefined : folder;
}

/**
 * Returns the main file of the program that Pulumi's runner is about to run, if it is one of this
 * repository: `packages/<name>/program.ts`.
 *
 * @see https://github.com/pulumi/pulumi/blob/v3.259.0/sdk/nodejs/cmd/pulumi-language-nodejs/main.go
 * `constructArguments`
 */
export function programOf({ argv, cwd, root = ownRoot }: ProgramRun): string | undefined {
  if (!/[\\/]cmd[\\/]run([\\/]index\.js)?$/.test(argv[1] ?? '')) return undefined;
  const place = argv.indexOf('--pwd');
  const folder = place < 0 ? cwd : (argv[place + 1] ?? cwd);
  const program = join(folder, 'program.ts');
  const isNamed = argv.some((argument) => argument === 'program.ts' || argument === program);
  const isOurs = dirname(folder) === join(root, 'packages');
  return isNamed && isOurs && existsSync(program) ? program : undefined;
}

/** Builds a bundle, or keeps why that cannot be done. */
async function build(store: BundleStore, wanted: Omit<WantedBundle, 'file'>): Promise<void> {
  try {
    const { buildBundle } = await import('./build-bundle.ts');
    await buildBundle({ ...wanted, file: store.file });
  } catch (error) {
    store.setFailure(error instanceof Error ? error.message : String(error));
  } finally {
    store.endBuilding();
  }
}

/**
 * Finds the bundle of a program, and builds it when the program starts for the second time with the same
 * contents: one that runs once, as on a fresh runner, would not get the time back. Says at each start
 * why there is no bundle, if it could not be built.
 *
 * @returns its path; undefined where the program runs from its sources.
 */
export async function findBundle(run: ProgramRun): Promise<string | undefined> {
  const { env, root = ownRoot } = run;
  const folder = bundlesFolder(env);
  const program = programOf(run);
  // With a debugger people want to see the sources.
  if (folder === undefined || program === undefined || inspectorUrl() !== undefined) {
    return undefined;
  }
  const { key } = programContents(root, dirname(program));
  const store = new BundleStore(join(folder, basename(dirname(program))), key);
  if (store.hasBundle()) return store.file;
  if (store.failure === undefined && store.beginBuilding())
    await build(store, { root, program, key });
  if (store.hasBundle()) return store.file;
  const { failure } = store;
  if (failure !== undefined) {
    console.warn(
      `${relative(root, program)} runs from its sources, for no bundle of it could be made: ` +
        `${failure}. STRATA_PROGRAM_BUNDLES=off makes none.`,
    );
  }
  return undefined;
}

/** Has Node load a bundle where the runner asks for the program's main file. */
export function loadInstead(program: string, bundle: string): void {
  const asked = pathToFileURL(program).href;
  const hooks = registerHooks({
    resolve: (specifier, context, next) => {
      if (specifier !== asked) return next(specifier, context);
      setImmediate(() => hooks.deregister());
      return { url: pathToFileURL(bundle).href, format: 'module', shortCircuit: true };
    },
  });
  nameSourcesInTraces(bundle);
}

/**
 * Has the program that Pulumi's runner is about to run loaded from its bundle, where it may be. A folder
 * of bundles that cannot be used leaves the sources to be run.
 *
 * @returns the path of the bundle; undefined where the program runs from its sources.
 */
export async function useBundle(run: ProgramRun): Promise<string | undefined> {
  try {
    const bundle = await findBundle(run);
    const program = programOf(run);
    if (bundle !== undefined && program !== undefined) loadInstead(program, bundle);
    return bundle;
  } catch (error) {
    console.warn(
      `programs run from their sources, for STRATA_PROGRAM_BUNDLES is of no use (off says nothing): ${String(error)}`,
    );
    return undefined;
  }
}
