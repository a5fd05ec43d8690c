// SPDX-License-Identifier: Apache-2.0
import { buildSync } from 'esbuild';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Packages of other people, wanted or installed: `package-lock.json` says which code they are. */
function foreignPackages(root: string): string[] {
  const wanted = globSync('{packages,tools}/*/package.json', { cwd: root }).flatMap((file) => {
    const { dependencies = {} } = JSON.parse(readFileSync(join(root, file), 'utf8')) as {
      readonly dependencies?: Readonly<Record<string, string>>;
    };
    return Object.keys(dependencies);
  });
  const installed = globSync('{[!@.]*,@*/*}', { cwd: join(root, 'node_modules') });
  return [...new Set([...wanted, ...installed])].filter((name) => !name.startsWith('@strata/'));
}

/**
 * Files that hand on what they import by `export *`, or by `export { a };`: esbuild does not count them
 * among the files of a bundle. Those with `export { a } from` it counts.
 */
function filesHandingOn(root: string, files: readonly string[]): string[] {
  const handsOn = /^export\s*(\*|\{[^}]*\}(?!\s*from\b))/m;
  return files.filter((file) => handsOn.test(readFileSync(join(root, file), 'utf8')));
}

/**
 * The files of the repository whose code is run by modules, by what they import: esbuild puts them
 * together, leaves out what nobody uses, and says which files are left. What Node runs and what esbuild
 * reads is the same text, types removed.
 *
 * @param modules - paths from the root, or names of packages as in an import.
 * @returns by module; paths from the root.
 * @throws Error of esbuild when the code cannot be put together, when an import's name is only known
 * when it runs, and when a module is imported for its effects that its package.json (`sideEffects`)
 * does not name.
 */
export function importedFiles(
  root: string,
  modules: readonly string[],
): ReadonlyMap<string, readonly string[]> {
  const unique = [...new Set(modules)];
  const { metafile } = buildSync({
    absWorkingDir: root,
    entryPoints: Object.fromEntries(unique.map((module, index) => [String(index), module])),
    outdir: 'bundles',
    bundle: true,
    write: false,
    metafile: true,
    format: 'esm',
    platform: 'node',
    target: 'esnext',
    external: foreignPackages(root),
    // As Node reads it: an import that is not called a type is one.
    tsconfigRaw: { compilerOptions: { verbatimModuleSyntax: true } },
    logLevel: 'silent',
    logOverride: { 'ignored-bare-import': 'error', 'unsupported-dynamic-import': 'error' },
  });
  const handing = filesHandingOn(root, Object.keys(metafile.inputs));
  return new Map(
    unique.map((module, index) => {
      const { inputs = {} } = metafile.outputs[`bundles/${index}.js`] ?? {};
      return [module, [...new Set([...Object.keys(inputs), ...handing])].sort()];
    }),
  );
}
