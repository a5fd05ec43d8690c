// SPDX-License-Identifier: Apache-2.0
import { rmSync } from 'node:fs';
import { Reach } from './affected-stacks.ts';
import { listStacks } from './list-stacks.ts';
import { TestRepository } from './test-repository.ts';

const empty = 'config: {}\n';
const environments = ['prod', 'test'];
const clusters = Array.from({ length: 100 }, (_, index) => `c${index}`);
const stackFiles = environments.flatMap((environment) => [
  `stacks/infra/Pulumi.${environment}.yaml`,
  `stacks/kubevirt-stack/Pulumi.${environment}.yaml`,
  ...clusters.map((cluster) => `stacks/user-cluster/Pulumi.${environment}.${cluster}.yaml`),
]);

const repository = new TestRepository({
  'docs/page.md': '# Page\n',
  'packages/user-cluster/README.md': '# User cluster\n',
  'stacks/addons/Pulumi.test.yaml': empty,
  ...Object.fromEntries(stackFiles.map((file) => [file, empty])),
});
afterAll(() => rmSync(repository.folder, { recursive: true }));

const stacks = listStacks(repository.folder);
const idsOf = (...prefixes: readonly string[]) =>
  stacks
    .map(({ id }) => id)
    .filter((id) => prefixes.some((prefix) => id.startsWith(prefix)))
    .sort();

/** What each change reaches; the text is another one than before. */
const changes: readonly (readonly [string, string, readonly string[]])[] = [
  ['the file of one cluster', 'stacks/user-cluster/Pulumi.prod.c7.yaml', ['user-cluster/prod.c7']],
  ['a page of the documentation', 'docs/page.md', []],
  ['the page of a package', 'packages/user-cluster/README.md', []],
  ['a test', 'packages/user-cluster/src/inside/inside.test.ts', []],
  ['what tests alone use', 'packages/testing/src/index.ts', []],
  [
    'a component of user clusters',
    'packages/user-cluster/src/inside/inside.ts',
    idsOf('user-cluster/'),
  ],
  [
    'a library, by way of the one that infra uses',
    'packages/strata-provider/src/main.ts',
    idsOf(''),
  ],
  ['what every program reads', 'packages/contracts/src/labels.ts', idsOf('')],
  ['a policy', 'packages/policies/src/rules.ts', idsOf('')],
  [
    'the settings of policies of an environment',
    'stacks/policies/test.json',
    idsOf('infra/test', 'kubevirt-stack/test', 'addons/test', 'user-cluster/test'),
  ],
  [
    'an infra stack',
    'stacks/infra/Pulumi.test.yaml',
    idsOf('infra/test', 'kubevirt-stack/test', 'addons/test', 'user-cluster/test'),
  ],
  [
    'a platform',
    'stacks/kubevirt-stack/Pulumi.prod.yaml',
    idsOf('kubevirt-stack/prod', 'user-cluster/prod'),
  ],
  ['a program', 'packages/addons/Pulumi.yaml', ['addons/test']],
  ['the version of Pulumi', 'tools/toolchain/pulumi/go.mod', idsOf('')],
];

test.each(changes)(
  '%s',
  (_, file, expected) => {
    const base = repository.git('rev-parse', 'HEAD');
    repository.write(file, `# ${base}\n`);
    repository.commit(file);
    expect(repository.affected(base)).toEqual(expected);
    const reach = new Reach(repository.folder, stacks);
    const reached = stacks.filter((stack) => reach.filesOf(stack, [file]).length > 0);
    expect(reached.map(({ id }) => id).sort()).toEqual(expected);
  },
  60_000,
);

test('finds the one of 200 clusters that a change reaches in less than 5 s of processor', () => {
  const base = repository.git('rev-parse', 'HEAD');
  repository.write('stacks/user-cluster/Pulumi.prod.c9.yaml', `# ${base}\n`);
  repository.commit('c9');
  expect(repository.affected(base)).toEqual(['user-cluster/prod.c9']);
  expect(repository.affectedSeconds(base)).toBeLessThan(5);
}, 60_000);

test('a cluster that is new is affected, and one that is gone reaches no other', () => {
  const base = repository.git('rev-parse', 'HEAD');
  repository.write('stacks/user-cluster/Pulumi.prod.new.yaml', empty);
  repository.git('rm', '--quiet', 'stacks/user-cluster/Pulumi.prod.c99.yaml');
  repository.commit('one comes, one goes');
  expect(repository.affected(base)).toEqual(['user-cluster/prod.new']);
}, 60_000);

test('a stack stands on its program and on the stacks whose outputs it reads', () => {
  const shown = JSON.parse(repository.nx('show', 'project', 'user-cluster/prod.c1', '--json')) as {
    implicitDependencies: string[];
    targets: Record<string, { options: { command: string }; dependsOn: string[]; cache: boolean }>;
  };
  expect(shown.implicitDependencies).toEqual([
    'program/user-cluster',
    'infra/prod',
    'kubevirt-stack/prod',
  ]);
  const commands = Object.entries(shown.targets).map(([target, { cache, dependsOn, options }]) => [
    target,
    options.command,
    dependsOn,
    cache,
  ]);
  const run = (operation: string) =>
    `node tools/gitops/src/main.ts run ${operation} --stack user-cluster/prod.c1`;
  expect(commands).toEqual([
    ['preview', run('preview'), [], false],
    ['up', run('up'), ['^up'], false],
    ['drift', run('drift'), [], false],
    ['destroy', run('destroy'), [], false],
    ['outputs', 'pulumi -C packages/user-cluster stack output --json --stack prod.c1', [], false],
  ]);
}, 60_000);
