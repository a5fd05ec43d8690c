// SPDX-License-Identifier: Apache-2.0
import { build, stop } from 'esbuild';
import type { Plugin } from 'esbuild';
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { programContents } from './program-contents.ts';

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

const isPulumi = (path: string) => path.startsWith('@pulumi/');

/** Whether an import names a package, and not a file or a package of this repository. */
const isForeign = (path: string) => !/^(\.|\/|node:|@strata\/)/.test(path);

/**
 * Loads from `node_modules`, when they are asked for, packages that others have loaded, and those that a
 * source imports only when it needs them: the bundle lies elsewhere, where Node would not find them.
 */
const loadLater = ({ isPulumiLoaded }: WantedBundle): Plugin => ({
  name: 'load-later',
  setup: (plugin) => {
    plugin.onResolve({ filter: /.*/ }, ({ kind, namespace, path }) => {
      if (namespace === 'later') return { path, external: true };
      const isLater = isPulumi(path)
        ? isPulumiLoaded
        : kind === 'dynamic-import' && isForeign(path);
      return isLater ? { path, namespace: 'later' } : undefined;
    });
    plugin.onLoad({ filter: /.*/, namespace: 'later' }, ({ path }) => ({
      contents: `module.exports = require(${JSON.stringify(path)});`,
    }));
  },
});

/** Has each source know its own place, beside which it reads files, as if it were not in a bundle. */
function keepPlaces(files: ReadonlySet<string>): Plugin {
  return {
    name: 'keep-places',
    setup: (plugin) => {
      plugin.onLoad({ filter: /\.m?ts$/ }, ({ path }) => {
        const text = readFileSync(path, 'utf8');
        if (!files.has(path) || !text.includes('import.meta.')) return undefined;
        const contents = text
          .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(path).href))
          .replaceAll('import.meta.dirname', JSON.stringify(dirname(path)));
        if (contents.includes('import.meta')) {
          return {
            errors: [{ text: `${path} asks import.meta for something that a bundle has not` }],
          };
        }
        return { contents, loader: 'ts' };
      });
    },
  };
}

/**
 * Puts the code of a program and of its libraries into one file, with a source map.
 *
 * The file is put in place at once: whoever starts the program meanwhile finds all of it or nothing.
 *
 * @returns once it is in place, or a source was changed meanwhile, so that it is for other contents.
 * @throws Error of esbuild when the code cannot be put together, and an Error that names the files when
 * the program runs some that its key does not cover.
 */
export async function buildBundle(wanted: WantedBundle): Promise<void> {
  const { file, folder, key, module, root } = wanted;
  const { files } = programContents(root, folder);
  const { metafile, outputFiles } = await build({
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
    minifyWhitespace: true,
    sourcemap: 'external',
    sourcesContent: false,
    // As Node reads it: an import that is not called a type is one.
    tsconfigRaw: { compilerOptions: { verbatimModuleSyntax: true } },
    banner: {
      js:
        "import { createRequire as requireOfProgram } from 'node:module';" +
        `const require = requireOfProgram(${JSON.stringify(module)});`,
    },
    logLevel: 'silent',
    logOverride: { 'unsupported-dynamic-import': 'error' },
    plugins: [loadLater(wanted), keepPlaces(files)],
    // The process of esbuild would stay as long as the program.
  }).finally(() => void stop());
  const uncovered = Object.keys(metafile.inputs)
    .filter((input) => !input.startsWith('later:') && !input.includes('node_modules/'))
    .filter((input) => !files.has(join(root, input)));
  if (uncovered.length > 0) {
    throw new Error(`its package.json names no package that has ${uncovered.join(', ')}`);
  }
  if (programContents(root, folder).key !== key) return;
  mkdirSync(dirname(file), { recursive: true });
  for (const { contents, path } of outputFiles.toReversed()) {
    const unfinished = `${path}.${process.pid}.unfinished`;
    try {
      writeFileSync(unfinished, contents);
      renameSync(unfinished, join(dirname(file), basename(path)));
    } finally {
      rmSync(unfinished, { force: true });
    }
  }
}
