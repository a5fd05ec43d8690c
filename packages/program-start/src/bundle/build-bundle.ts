// SPDX-License-Identifier: Apache-2.0
import { build, stop } from 'esbuild';
import { randomUUID } from 'node:crypto';
import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { keepPlaces, placesOfModules } from './keep-places.ts';
import { loadLater } from './load-later.ts';
import { programContents } from './program-contents.ts';
import { seal } from './seal.ts';

/** A bundle that is wanted. */
export interface WantedBundle {
  /** The repository. */
  readonly root: string;
  /** Folder of the package. */
  readonly folder: string;
  /** Absolute path of the module that is asked for. */
  readonly module: string;
  /** Path of the bundle; its source map lies beside it. */
  readonly file: string;
  /** Key of the contents that it is for. */
  readonly key: string;
  /** Whether Pulumi's packages stay outside, because others have loaded them. */
  readonly isPulumiLoaded: boolean;
}

/** esbuild, or this package, has refused the code, and would refuse the same code again. */
export class RefusedCode extends Error {}

/** Puts a file in place at once, which nobody else can write or read. */
function place(path: string, contents: string | Uint8Array): void {
  const unfinished = `${path}.${randomUUID()}.unfinished`;
  try {
    writeFileSync(unfinished, contents, { flag: 'wx', mode: 0o600 });
    renameSync(unfinished, path);
  } finally {
    rmSync(unfinished, { force: true });
  }
}

/** Has esbuild make a bundle and its source map. */
async function bundle({ file, isPulumiLoaded, module, root }: WantedBundle) {
  try {
    return await build({
      absWorkingDir: root,
      entryPoints: [module],
      outfile: file,
      bundle: true,
      write: false,
      metafile: true,
      format: 'esm',
      platform: 'node',
      target: 'esnext',
      // Node's own besides `import`, `require` and `node`, instead of the `module` of bundlers.
      conditions: ['module-sync', 'node-addons'],
      // The same modules as Node loads, in the same order, whether anybody uses them or not.
      ignoreAnnotations: true,
      // Of two classes with the same name, one would get another.
      keepNames: true,
      minifyWhitespace: true,
      // Node prints the line of an error that nobody has caught.
      lineLimit: 200,
      sourcemap: 'external',
      sourcesContent: false,
      // As Node reads it: an import that is not called a type is one.
      tsconfigRaw: { compilerOptions: { verbatimModuleSyntax: true } },
      define: placesOfModules,
      banner: {
        js:
          "import { createRequire as requireOfProgram } from 'node:module';" +
          `const require = requireOfProgram(${JSON.stringify(module)});`,
      },
      logLevel: 'silent',
      logOverride: { 'unsupported-dynamic-import': 'error' },
      plugins: [loadLater(isPulumiLoaded), keepPlaces],
    });
  } catch (error) {
    throw error instanceof Error && 'errors' in error ? new RefusedCode(error.message) : error;
  } finally {
    // The process of esbuild would stay as long as the program.
    void stop();
  }
}

/**
 * Puts the code of a program and of its libraries into one file, with a source map and a seal.
 *
 * @returns once it is in place, or a file was changed meanwhile, so that it is for other contents.
 * @throws RefusedCode when the code cannot be put together, or runs files that its key does not cover,
 * with their names.
 * @throws Error of the system, and of esbuild when it cannot run.
 */
export async function buildBundle(wanted: WantedBundle): Promise<void> {
  const { folder, key, root } = wanted;
  const since = Date.now();
  const { files } = programContents(root, folder);
  const { metafile, outputFiles } = await bundle(wanted);
  const inputs = Object.keys(metafile.inputs).filter((input) => !input.startsWith('later:'));
  const isInstalled = (input: string) => input.includes('node_modules/');
  const uncovered = inputs.filter((input) => !isInstalled(input) && !files.has(join(root, input)));
  if (uncovered.length > 0) {
    throw new RefusedCode(`its package.json names no package that has ${uncovered.join(', ')}`);
  }
  const code = outputFiles.find(({ path }) => path.endsWith('.mjs'));
  const map = outputFiles.find(({ path }) => path.endsWith('.map'));
  if (code === undefined || map === undefined) throw new Error('esbuild has made no bundle');
  const sealed = seal(root, code, inputs.filter(isInstalled), since);
  if (sealed === undefined || programContents(root, folder).key !== key) return;
  // Whoever finds the code finds the others.
  for (const { contents, path } of [map, sealed, code]) place(path, contents);
}
