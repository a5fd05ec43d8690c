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
  'stacks/profiles/small.yaml': empty,
  'stacks/policies/test.json': '{}\n',
  'stacks/addons/Pulumi.test.yaml': empty,
  ...Object.fromEntries(stackFiles.map((file) => [file, empty])),
  'stacks/user-cluster/Pulumi.test.c7.yaml': 'config:\n  user-cluster:extends: [small]\n',
  // The other environment names none, so it runs the default, v1.8.
  'stacks/kubevirt-stack/Pulumi.prod.yaml': 'config:\n  kubevirt-stack:release: v1.9\n',
});
afterAll(() => rmSync(repository.folder, { recursive: true }));

const stacks = listStacks(repository.folder);
const idsOf = (...prefixes: readonly string[]) =>
  stacks
    .map(({ id }) => id)
    .filter((id) => prefixes.some((prefix) => id.startsWith(prefix)))
    .sort();

/** A platform with what stands on it, apart from optional operators. */
const platform = (environment: string) =>
  idsOf(`kubevirt-stack/${environment}`, `user-cluster/${environment}`);

/** Changes of what belongs to one release: v1.9 runs in prod, v1.8 in test, v1.7 nowhere. */
const releaseChanges: readonly (readonly [string, string, readonly string[]])[] = [
  ['what a release installs', 'packages/contracts/src/release-contents/v1.9.ts', platform('prod')],
  [
    'what the default release installs',
    'packages/contracts/src/release-contents/v1.8.ts',
    [...idsOf('addons/test'), ...platform('test')],
  ],
  [
    'what a release installs that nobody runs',
    'packages/contracts/src/release-contents/v1.7.ts',
    [],
  ],
  [
    'what all releases install',
    'packages/contracts/src/release-contents/unchanged.ts',
    idsOf('kubevirt-stack/', 'addons/', 'user-cluster/'),
  ],
  [
    'the manifest of a component of one release',
    'packages/manifests/locks/kubevirt-1.9.0.json',
    platform('prod'),
  ],
  [
    'the manifest of a component of two releases',
    'packages/manifests/locks/cdi-1.65.0.json',
    idsOf('kubevirt-stack/', 'addons/', 'user-cluster/'),
  ],
  ['a manifest of a release that nobody runs', 'packages/manifests/locks/cdi-1.64.0.json', []],
  [
    'the manifest of what is inside user clusters',
    'packages/manifests/locks/cilium-1.20.2.json',
    idsOf('user-cluster/'),
  ],
  [
    'the manifest of an optional operator',
    'packages/manifests/locks/gpu-operator-26.3.3.json',
    ['addons/test'],
  ],
  ['what makes manifests', 'packages/manifests/src/render/render-chart.ts', []],
  ['the place of a release among the others', 'packages/contracts/src/releases.ts', idsOf('')],
];

/**
 * Changes of files, each with the stacks that it reaches, whatever was changed in the file. Those of
 * docs/reach.md are in ../reach/edits.ts.
 */
const changes: readonly (readonly [string, string, readonly string[]])[] = [
  ['the file of one cluster', 'stacks/user-cluster/Pulumi.prod.c7.yaml', ['user-cluster/prod.c7']],
  ['a page of the documentation', 'docs/page.md', []],
  [
    'a component of user clusters',
    'packages/user-cluster/src/inside/inside.ts',
    idsOf('user-cluster/'),
  ],
  [
    'what the plugin of infra clusters shares with it',
    'packages/strata-provider/src/server/provider-service.ts',
    idsOf(''),
  ],
  ['what every program reads', 'packages/contracts/src/labels.ts', idsOf('')],
  [
    'an infra stack',
    'stacks/infra/Pulumi.test.yaml',
    idsOf('infra/test', 'kubevirt-stack/test', 'addons/test', 'user-cluster/test'),
  ],
  [
    'the settings of policies of an environment',
    'stacks/policies/test.json',
    idsOf('infra/test', 'kubevirt-stack/test', 'addons/test', 'user-cluster/test'),
  ],
  [
    'a platform',
    'stacks/kubevirt-stack/Pulumi.prod.yaml',
    idsOf('kubevirt-stack/prod', 'user-cluster/prod'),
  ],
  ['a profile', 'stacks/profiles/small.yaml', ['user-cluster/test.c7']],
  ['a program', 'packages/addons/Pulumi.yaml', ['addons/test']],
];

/**
 * A blank line more changes no import, so all changes are asked of the same sources, which take seconds to
 * put together. Edits that change code have sources of their own: ../reach/edits.test.ts.
 */
const reach = new Reach(repository.folder, stacks);

/** Nx itself takes seconds for each: `npm test -- --all` asks it about all of them. */
const isNxAsked = (index: number) => process.env.STRATA_TEST_ALL === 'true' || index % 8 === 0;

test.each(
  [...releaseChanges, ...changes].map(([what, ...row], index) => [what, index, ...row] as const),
)('%s', (_, index, file, expected) => {
  const base = repository.git('rev-parse', 'HEAD');
  repository.append(file);
  repository.commit(file);
  if (isNxAsked(index)) expect(repository.affected(base)).toEqual(expected);
  const reached = stacks.filter((stack) => reach.filesOf(stack, [file]).length > 0);
  expect(reached.map(({ id }) => id).sort()).toEqual(expected);
});

/** How many times as much processor as without the plugin; 1.6 to 2.3 were measured. */
const mostTimes = 4;

test('finds the one of 200 clusters that a change reaches, at little cost', () => {
  const base = repository.git('rev-parse', 'HEAD');
  repository.write('stacks/user-cluster/Pulumi.prod.c9.yaml', `# ${base}\n`);
  repository.commit('c9');
  expect(repository.affected(base)).toEqual(['user-cluster/prod.c9']);
  const withPlugin = repository.affectedSeconds(base);
  // A busy machine makes both dearer: seconds alone would say more of it than of the plugin.
  const without = repository.withoutPlugin(() => repository.affectedSeconds(base));
  expect(withPlugin / without).toBeLessThan(mostTimes);
});

test('as long as nobody can read which release a platform runs, it may be any', () => {
  repository.write('stacks/kubevirt-stack/Pulumi.prod.yaml', 'config: [\n');
  const base = repository.commit('a file that is no YAML');
  repository.append('packages/manifests/locks/cdi-1.64.0.json');
  repository.commit('a lock of release v1.7');
  expect(repository.affected(base)).toEqual(platform('prod'));
});

test('a cluster that is new is affected, and one that is gone reaches no other', () => {
  const base = repository.git('rev-parse', 'HEAD');
  repository.write('stacks/user-cluster/Pulumi.prod.new.yaml', empty);
  repository.git('rm', '--quiet', 'stacks/user-cluster/Pulumi.prod.c99.yaml');
  repository.commit('one comes, one goes');
  expect(repository.affected(base)).toEqual(['user-cluster/prod.new']);
});

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
});
