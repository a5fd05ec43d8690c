// SPDX-License-Identifier: Apache-2.0
import { existsSync } from 'node:fs';
import { join, matchesGlob } from 'node:path';
import { importedFiles } from './imported-files.ts';
import { programNames } from './list-stacks.ts';
import { programEntries, startedIn } from './program-entries.ts';

/** Patterns of files in packages that no program reads as data while it runs. */
const neverRead = ['*.ts', '*.md', 'jest.config.cjs'].join('|');

/** Folders of packages that only tests read, or that only stacks of one release do. */
const apart = [
  'test',
  'bad-environments',
  // Of the versions of components, a stack's release says which it installs: stack-inputs.ts.
  'locks',
].join('|');

/** The same for folders of their sources. */
const apartInSources = ['test-environment', 'testing'].join('|');

/** Scripts, units, templates, package.json: what the code of a package may read when it runs. */
function readFilesOf(folder: string): string[] {
  return [
    `${folder}/!(${neverRead})`,
    `${folder}/!(src|${apart})/**/!(${neverRead})`,
    `${folder}/src/!(${neverRead})`,
    `${folder}/src/!(${apartInSources})/**/!(${neverRead})`,
  ];
}

/** Files that affect all previews, whatever the program: tools, plugins, libraries. */
const everywhere = [
  'package-lock.json',
  'package.json',
  '.nvmrc',
  'tsconfig.base.json',
  'tools/toolchain/pulumi/go.mod',
  'tools/toolchain/pulumi-language-nodejs/go.mod',
  'tools/toolchain/pulumi-resource-kubernetes/go.mod',
  'tools/toolchain/pulumi-resource-kubernetes/main.go',
] as const;

/** Of releases, a stack's own: stack-inputs.ts. */
const ofReleases = 'packages/contracts/src/release-contents/*';

/** The files that can change what a program plans: their paths and patterns, from the root. */
export type ProgramSources = readonly string[];

/** While the code of programs cannot be put together, anything may be part of it. */
const anything: ProgramSources = ['packages/**/*', 'tools/**/*', ...everywhere];

function manifestOf(program: string): string {
  return `packages/${program}/Pulumi.yaml`;
}

/** Its folders are Go modules of tools. Those that previews run stand in {@link everywhere}. */
const goTools = 'tools/toolchain';

function packageOf(file: string): string {
  return file.split('/').slice(0, 2).join('/');
}

/**
 * The files that can change what programs plan: those whose code they, their plugins and the policies
 * run, what else stands in the packages of these files, and what runs them. Not types, tests, READMEs,
 * and what a package has for others.
 *
 * @returns by program, of those that the repository has.
 */
export function programSources(root: string): ReadonlyMap<string, ProgramSources> {
  const programs = programNames.filter((one) => existsSync(join(root, manifestOf(one))));
  try {
    const entries = programs.map((program) => [program, programEntries(root, program)] as const);
    const imported = importedFiles(
      root,
      entries.flatMap(([, { modules }]) => modules),
    );
    return new Map(
      entries.map(([program, { folders, modules }]) => {
        const files = modules.flatMap((module) => imported.get(module) ?? []);
        const own = [...new Set(files)].filter((file) => !matchesGlob(file, ofReleases)).sort();
        const packages = [...new Set([...folders, ...own.map(packageOf)])].sort();
        const read = packages.filter((one) => one !== goTools).flatMap(readFilesOf);
        return [program, [...own, ...folders.map(startedIn), ...read, ...everywhere]];
      }),
    );
  } catch {
    return new Map(programs.map((program) => [program, anything]));
  }
}
