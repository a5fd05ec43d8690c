// SPDX-License-Identifier: Apache-2.0
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

interface Package {
  /** From the root of the repository. */
  readonly folder: string;
  readonly name: string;
  readonly dependencies: readonly string[];
}

interface PackageJson {
  readonly name?: string;
  readonly dependencies?: Readonly<Record<string, string>>;
}

/** Folders of workspaces, as in the root's package.json. */
const workspaceFolders = ['packages', 'tools'] as const;

function packagesOf(root: string): ReadonlyMap<string, Package> {
  const folders = workspaceFolders.flatMap((parent) =>
    existsSync(join(root, parent))
      ? readdirSync(join(root, parent)).map((name) => `${parent}/${name}`)
      : [],
  );
  const packages = folders.flatMap((folder): Package[] => {
    const file = join(root, folder, 'package.json');
    if (!existsSync(file)) return [];
    const { name = '', dependencies = {} } = JSON.parse(readFileSync(file, 'utf8')) as PackageJson;
    return [{ folder, name, dependencies: Object.keys(dependencies) }];
  });
  return new Map(packages.map((one) => [one.name, one]));
}

/** What stands in packages and never runs in a preview. */
const neverRun = ['*.md', '*.test.ts', 'jest.config.cjs', 'tsconfig.json', 'test-*.ts'].join('|');

/** Folders of packages that only tests read, or that only stacks of one release do. */
const apart = [
  'test',
  // Of the versions of components, a stack's release says which it installs: stack-inputs.ts.
  'locks',
].join('|');

/** The same for folders of their sources. */
const apartInSources = [
  'test-environment',
  // Of releases, a stack's own: stack-inputs.ts.
  'release-contents',
  // How manifests are made. What came of it is in the locks.
  'recipes',
  'render',
].join('|');

function sourcesOf(folder: string): string[] {
  return [
    `${folder}/!(${neverRun})`,
    `${folder}/!(src|${apart})/**/!(${neverRun})`,
    `${folder}/src/!(${neverRun})`,
    `${folder}/src/!(${apartInSources})/**/!(${neverRun})`,
  ];
}

/** What decides how all previews come out, whatever the program: tools, plugins, libraries. */
const everywhere = [
  'package-lock.json',
  'tools/toolchain/pulumi/go.mod',
  'tools/toolchain/pulumi-language-nodejs/go.mod',
  'tools/toolchain/pulumi-resource-kubernetes/go.mod',
] as const;

/** The pack that judges every preview. */
const policyPack = '@strata/policies';

/**
 * The files that can change what a program plans, as patterns from the root of the repository: its
 * package and all packages that it depends on when it runs, those of the policies, and what runs
 * them. Not their tests and READMEs.
 */
export function programSources(root: string, program: string): string[] {
  const packages = packagesOf(root);
  const found = new Map<string, Package>();
  const visit = (name: string) => {
    const one = packages.get(name);
    if (one === undefined || found.has(name)) return;
    found.set(name, one);
    one.dependencies.forEach(visit);
  };
  const own = [...packages.values()].find(({ folder }) => folder === `packages/${program}`);
  if (own !== undefined) visit(own.name);
  visit(policyPack);
  const folders = [...found.values()].map(({ folder }) => folder).sort();
  return [...folders.flatMap(sourcesOf), ...everywhere];
}
