// SPDX-License-Identifier: Apache-2.0
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { SmallRepository } from '../testing/small-repository.ts';

const root = resolve(import.meta.dirname, '../../../..');
const file = 'stacks/user-cluster/Pulumi.prod.pr-12.yaml';

let repository: SmallRepository;
let server: string;
beforeEach(() => {
  repository = new SmallRepository('push');
  cpSync(join(root, '.ci/push-clusters'), join(repository.root, '.ci/push-clusters'));
  repository.commit({ 'stacks/rings.yaml': 'rings: []\n', '.gitignore': 'server\n' });
  server = join(repository.root, 'server');
  execFileSync('git', ['init', '--quiet', '--bare', server]);
  repository.git('push', '--quiet', server, 'HEAD:refs/heads/main');
});
afterEach(() => repository.delete());

const onServer = (...args: readonly string[]) =>
  execFileSync('git', ['-C', server, ...args], { encoding: 'utf8' }).trim();

function push() {
  const script = join(repository.root, '.ci/push-clusters');
  const env = { PATH: process.env.PATH ?? '', STRATA_PUSH_TOKEN: 'canary' };
  return spawnSync('bash', [script, server, 'main'], { encoding: 'utf8', env }).status;
}

test('pushes new and removed files of clusters in a commit each, and nothing else', () => {
  repository.write(file, 'config: {}\n');
  repository.write('stacks/rings.yaml', 'rings: [{}]\n');
  expect(push()).toBe(0);
  expect(onServer('show', '--name-status', '--format=%an: %s', 'main')).toBe(
    `Strata: Clusters for pull requests\n\nA\t${file}`,
  );
  repository.remove(file);
  expect(push()).toBe(0);
  expect(onServer('show', '--name-status', '--format=', 'main')).toBe(`D\t${file}`);
});

test('without changes there is no commit', () => {
  const before = onServer('rev-parse', 'main');
  expect(push()).toBe(0);
  expect(onServer('rev-parse', 'main')).toBe(before);
});

test('what was pushed in between ends it, and the checkout is as before', () => {
  const before = repository.git('rev-parse', 'HEAD');
  repository.commit({ 'stacks/rings.yaml': 'rings: [{}]\n' });
  repository.git('push', '--quiet', server, 'HEAD:refs/heads/main');
  repository.git('reset', '--quiet', '--hard', before);
  repository.write(file, 'config: {}\n');
  expect(push()).toBe(1);
  expect(repository.git('rev-parse', 'HEAD')).toBe(before);
  expect(existsSync(join(repository.root, file))).toBe(false);
});
