// SPDX-License-Identifier: Apache-2.0
import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, resolve, sep } from 'node:path';
import ts from 'typescript';

/**
 * Files on which the findings in all others depend: rules, compiler options, versions of packages, and
 * who may import whom.
 */
const settings = [
  'eslint.config.*',
  'nx.json',
  'package-lock.json',
  'package.json',
  'tsconfig*.json',
  '{packages,tools}/*/package.json',
  '{bench,e2e}/package.json',
  '{packages,tools,bench,e2e}/**/tsconfig*.json',
] as const;

const hashOf = (...texts: readonly string[]) => {
  const hash = createHash('sha256');
  for (const text of texts) hash.update(`${text.length}:${text}`);
  return hash.digest('hex');
};

/** Whether all other files see what it declares: it is no module, or says so. */
function isGlobal(file: string, text: string): boolean {
  if (!/\.tsx?$/.test(file)) return false;
  return (
    file.endsWith('.d.ts') ||
    /\bdeclare\s+(global|module)\b/.test(text) ||
    !/^\s*(import|export)\b/m.test(text)
  );
}

/** Result of looking into one file. */
interface Read {
  readonly hash: string;
  readonly isGlobal: boolean;
  /** Paths of the files of the repository that it imports, types too, whether they exist or not. */
  readonly imports: readonly string[];
}

/** Returns the repository's file that an import means, or nothing for other people's packages. */
function fileOf(file: string, specifier: string): string | undefined {
  if (specifier.startsWith('.')) return resolve(dirname(file), specifier);
  if (!specifier.startsWith('@strata/')) return undefined;
  const options = {
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    allowImportingTsExtensions: true,
    resolveJsonModule: true,
  };
  const found = ts.resolveModuleName(
    specifier,
    file,
    options,
    ts.sys,
    undefined,
    undefined,
    ts.ModuleKind.ESNext,
  );
  return found.resolvedModule?.resolvedFileName;
}

/** Looks into files, each once. */
class Sources {
  readonly #read = new Map<string, Read>();
  readonly #packages = new Map<string, string | undefined>();

  of(file: string): Read {
    const known = this.#read.get(file);
    if (known !== undefined) return known;
    const read = this.#look(file);
    this.#read.set(file, read);
    return read;
  }

  /** Returns a file and all that it imports, and what these import, and so on. */
  closureOf(file: string): string[] {
    const closure = new Set<string>();
    const waiting = [file];
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      if (closure.has(next)) continue;
      closure.add(next);
      waiting.push(...this.of(next).imports);
    }
    return [...closure].sort();
  }

  #look(file: string): Read {
    // A file that is missing has no content; when it comes, it has one.
    if (!existsSync(file)) return { hash: 'missing', isGlobal: false, imports: [] };
    const text = readFileSync(file, 'utf8');
    const hash = hashOf(text);
    if (file.endsWith('.json')) return { hash, isGlobal: false, imports: [] };
    const { importedFiles, referencedFiles } = ts.preProcessFile(text, true, true);
    const imports = importedFiles.flatMap(({ fileName }) => this.#fileOf(file, fileName) ?? []);
    const referenced = referencedFiles.map(({ fileName }) => resolve(dirname(file), fileName));
    return { hash, isGlobal: isGlobal(file, text), imports: [...imports, ...referenced] };
  }

  /** A package means the same file everywhere, so it is looked for once. */
  #fileOf(file: string, specifier: string): string | undefined {
    if (!specifier.startsWith('@')) return fileOf(file, specifier);
    if (!this.#packages.has(specifier)) this.#packages.set(specifier, fileOf(file, specifier));
    return this.#packages.get(specifier);
  }
}

/**
 * Returns a key for each file, which changes with everything that ESLint's findings in it can depend on:
 * its text, the text of all that it imports, near and far, because rules read types, what is declared for
 * all files, and the settings of ESLint, TypeScript and Nx.
 *
 * @param files - paths from the root of all files that are linted.
 */
export function lintKeys(root: string, files: readonly string[]): ReadonlyMap<string, string> {
  const sources = new Sources();
  const paths = files.map((file) => join(root, file));
  const global = [
    ...globSync([...settings], {
      cwd: root,
      exclude: (file) => file.split(sep).includes('node_modules'),
    }).map((file) => join(root, file)),
    ...paths.filter((path) => sources.of(path).isGlobal),
  ].sort();
  const lines = (of: readonly string[]) => of.map((path) => `${path} ${sources.of(path).hash}`);
  const everywhere = hashOf(process.version, ...lines(global));
  return new Map(
    files.map((file, index) => [
      file,
      hashOf(everywhere, ...lines(sources.closureOf(paths[index] ?? file))),
    ]),
  );
}
