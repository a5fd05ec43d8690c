// SPDX-License-Identifier: Apache-2.0
import { globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { parse } from 'yaml';

/** The part of a `Pulumi.yaml` that says what Node runs. */
interface PulumiYaml {
  readonly main?: string;
  readonly runtime?: { readonly options?: { readonly nodeargs?: string } };
  readonly plugins?: Readonly<Record<string, readonly { readonly path: string }[]>>;
}

/** Where the code of a program starts. */
export interface ProgramEntries {
  /** Modules that Node is started with: files from the root of the repository, or names of packages. */
  readonly modules: readonly string[];
  /** Folders of the program's package and of the packages of its plugins, from the root. */
  readonly folders: readonly string[];
}

/** Pattern of what the code of a package starts as a process of its own; also of what is gone. */
export function startedIn(folder: string): string {
  return `${folder}/src/**/main.ts`;
}

/**
 * Reads from its `Pulumi.yaml` what is run for a program: its main file, what Node imports before it,
 * the plugins, and every file called `main.ts` in these packages, for that is the name of what a
 * program or plugin starts as a process of its own.
 *
 * @throws Error when the program has no `Pulumi.yaml`.
 */
export function programEntries(root: string, program: string): ProgramEntries {
  const own = `packages/${program}`;
  const text = readFileSync(join(root, own, 'Pulumi.yaml'), 'utf8');
  const { main = 'index.ts', plugins = {}, runtime } = (parse(text) ?? {}) as PulumiYaml;
  const nodeArguments = runtime?.options?.nodeargs ?? '';
  const imported = [...nodeArguments.matchAll(/--import[= ](\S+)/g)].flatMap(
    ([, name]) => name ?? [],
  );
  const pluginFolders = Object.values(plugins)
    .flat()
    .map(({ path }) => dirname(normalize(join(own, path))));
  const folders = [...new Set([own, ...pluginFolders])].sort();
  const started = folders.flatMap((folder) => globSync(startedIn(folder), { cwd: root }));
  return { modules: [`${own}/${main}`, ...imported, ...started.sort()], folders };
}
