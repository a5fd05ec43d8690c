// SPDX-License-Identifier: Apache-2.0
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { commitAll, gitIn } from '../testing/commits.ts';
import { TestRepository } from '../testing/test-repository.ts';
import { compareFleet } from './compare-fleet.ts';

type Yaml = Record<string, unknown>;

const shop = 'stacks/user-cluster/Pulumi.production.shop.yaml';

/** Makes a repository with two commits: two machines more in production, another Kubernetes in staging. */
function changedRepository(): { readonly repository: TestRepository; readonly base: string } {
  const repository = new TestRepository();
  const base = commitAll(repository.root);
  repository.change(shop, (config) => {
    const [pool] = config['user-cluster:pools'] as Yaml[];
    if (pool === undefined) throw new Error('there is no pool');
    pool.replicas = 8;
  });
  repository.change('stacks/user-cluster/Pulumi.staging.shop.yaml', (config) => {
    (config['user-cluster:controlPlane'] as Yaml).instancetype = 'standard-8';
  });
  commitAll(repository.root);
  return { repository, base };
}

test('shows before and after of two commits, in the order of the rings', () => {
  const { base, repository } = changedRepository();
  using disposed = repository;
  const { change, environments } = compareFleet(disposed.root, { base, head: 'HEAD' });
  expect(environments.map(({ name }) => name)).toEqual([
    'from-kkp',
    'production',
    'sandbox',
    'staging',
  ]);
  expect(change?.files.map(({ file, ring, rolls }) => [file, ring, rolls])).toEqual([
    [
      'stacks/user-cluster/Pulumi.staging.shop.yaml',
      'first',
      [{ what: 'control plane', machines: 1 }],
    ],
    [shop, 'last', []],
  ]);
  expect(change?.files[1]?.keys).toEqual([
    { kind: 'changed', path: 'pools[web].replicas', before: '6', after: '8' },
  ]);
  expect(change?.environments.map(({ name }) => name)).toEqual(['staging', 'production']);
  const cost = [
    ['all clusters', '1 397.60 EUR', '1 665.60 EUR'],
    ['shop', '1 153.80 EUR', '1 421.80 EUR'],
  ];
  const text = 'standard-8, 8 CPUs, 32 GiB, ubuntu-24-04, Kubernetes 1.35.4';
  expect(change?.environments[1]).toEqual({
    name: 'production',
    kind: 'changes',
    facts: [
      {
        kind: 'changes',
        what: 'machines',
        name: 'shop/web',
        before: `6 of ${text}`,
        after: `8 of ${text}`,
        source: { file: shop, key: 'config.user-cluster:pools[0]' },
      },
      ...cost.map(([name, before, after]) => ({
        kind: 'changes',
        what: 'cost a month',
        name,
        before,
        after,
        source: { file: 'stacks/prices/production.yaml', key: '' },
      })),
    ],
    moves: [{ cluster: 'shop', group: 'web', machines: 2, to: 'prd-0' }],
  });
  expect(change?.before.map(({ name }) => name)).toEqual(['production', 'staging']);
  expect([change?.canRollMore, change?.elsewhere]).toEqual([false, []]);
});

test('reads commits alone: what is on disk and not committed is not in it', () => {
  const { base, repository } = changedRepository();
  using disposed = repository;
  const text = readFileSync(join(disposed.root, shop), 'utf8');
  writeFileSync(join(disposed.root, shop), text.replace('replicas: 8', 'replicas: 9'));
  const { change } = compareFleet(disposed.root, { base, head: 'HEAD' }, ['production']);
  expect(change?.files.map(({ file }) => file)).toEqual([shop]);
  expect(change?.files[0]?.keys?.[0]?.after).toBe('8');
  expect(gitIn(disposed.root, 'status', '--short')).toBe(`M ${shop}`);
});

test('names a commit that is not there', () => {
  const { repository } = changedRepository();
  using disposed = repository;
  expect(() => compareFleet(disposed.root, { base: 'nowhere', head: 'HEAD' })).toThrow(
    'the commit nowhere is not in this clone',
  );
});
