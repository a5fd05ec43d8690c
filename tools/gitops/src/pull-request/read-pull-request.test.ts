// SPDX-License-Identifier: Apache-2.0
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { readPullRequest } from './read-pull-request.ts';
import type { PullRequestFiles } from './read-pull-request.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'pull-request-'));
  git('init', '--quiet', '--initial-branch=main');
  git('config', 'user.email', 'somebody@example.org');
  git('config', 'user.name', 'Somebody');
});
afterEach(() => rmSync(root, { recursive: true }));

function git(...args: readonly string[]): string {
  const none = { GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_SYSTEM: '/dev/null' };
  const options = { cwd: root, env: { ...process.env, ...none }, encoding: 'utf8' } as const;
  return execFileSync('git', args, options).trim();
}

/** Writes files, or takes them away, and commits. */
function commit(files: Readonly<Record<string, string | undefined>>): string {
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    if (text === undefined) rmSync(join(root, file));
    else writeFileSync(join(root, file), text);
  }
  git('add', '--all');
  git('commit', '--quiet', '--message', 'change');
  return git('rev-parse', 'HEAD');
}

const shop = 'stacks/user-cluster/Pulumi.prod.shop.yaml';
const cluster = (replicas: number, instancetype = 'standard-2') => `config:
  user-cluster:kubernetes: { version: 1.35.4, podCidr: 10.128.0.0/18, serviceCidr: 172.16.0.0/20 }
  user-cluster:controlPlane:
    instancetype: standard-2
    rootDisk: { image: ubuntu-24-04 }
    endpoint: { address: 10.20.9.1 }
  user-cluster:pools:
    - name: md-a
      replicas: ${replicas}
      instancetype: ${instancetype}
      rootDisk: { image: ubuntu-24-04 }
encryptionsalt: v1:abc
`;
const start = {
  [shop]: cluster(2),
  'stacks/user-cluster/Pulumi.prod.old.yaml': cluster(0),
  'stacks/infra-facts/prod.yaml': `kubernetes: 1.35.4
hosts:
  - { name: h1, cpu: 32, memoryGiB: 64 }
  - { name: h2, cpu: 32, memoryGiB: 64 }
storageClasses: []
network:
  podCidrs: [10.244.0.0/16]
  serviceCidrs: [10.96.0.0/16]
  dnsServers: [10.96.0.10]
  api: { addresses: [10.96.0.1] }
`,
  'stacks/rings.yaml': 'rings:\n  - { name: only, environments: [prod] }\nbyHand: [lab]\n',
  'packages/user-cluster/src/a.ts': 'export const a = 1;\n',
};

test('says what the author changed, what hosts need for it, and the order of environments', () => {
  const base = commit(start);
  const head = commit({
    [shop]: cluster(4, 'standard-4'),
    'stacks/user-cluster/Pulumi.prod.old.yaml': undefined,
    'stacks/user-cluster/Pulumi.lab.new.yaml': 'config:\n  user-cluster:pools: []\n',
    'packages/user-cluster/src/a.ts': 'export const a = 2;\n',
    'packages/user-cluster/README.md': '# A\n',
    'tools/a/b.ts': '\n',
    'README.md': '# B\n',
    'docs/c.md': '# C\n',
  });
  expect(readPullRequest(root, { base, head })).toEqual({
    author: {
      files: [
        {
          file: 'user-cluster/Pulumi.lab.new.yaml',
          kind: 'new',
          fields: [{ kind: 'added', path: 'pools', value: '' }],
        },
        { file: 'user-cluster/Pulumi.prod.old.yaml', kind: 'removed' },
        {
          file: 'user-cluster/Pulumi.prod.shop.yaml',
          kind: 'changed',
          fields: [
            { kind: 'changed', path: 'pools[md-a].replicas', before: '2', after: '4' },
            {
              kind: 'changed',
              path: 'pools[md-a].instancetype',
              before: 'standard-2',
              after: 'standard-4',
            },
          ],
        },
      ],
      code: [
        { place: '.', files: 1 },
        { place: 'docs', files: 1 },
        { place: 'packages/user-cluster', files: 2 },
        { place: 'tools/a', files: 1 },
      ],
    },
    capacity: [
      { environment: 'lab' },
      {
        environment: 'prod',
        before: {
          machines: 4,
          virtualCpus: 8,
          memoryGiB: 34,
          freeMemoryPercent: 70.2,
          hostLoss: 1,
          withoutSurge: [],
          problems: [],
        },
        after: {
          machines: 6,
          virtualCpus: 20,
          memoryGiB: 83,
          freeMemoryPercent: 26.6,
          hostLoss: 1,
          withoutSurge: ['shop/md-a'],
          problems: [
            'hostLoss: without h1 no host has room for 1 of shop/md-a, 1 of shop/cp, 1 of old/cp; add hosts, or take fewer or smaller machines',
            'while 5 machines move, no host has room for 3 of shop/md-a, 1 of shop/cp; add hosts, or take fewer or smaller machines, or lower kubevirt.migrations.parallelMigrationsPerCluster',
          ],
        },
        // Nobody has destroyed it yet.
        withoutFile: ['old'],
      },
    ],
    cost: [],
    rings: [{ name: 'only', environments: ['prod'] }],
    byHand: ['lab'],
  });
});

test('compares with what both have in common: what the target got since is not the author’s', () => {
  commit(start);
  git('checkout', '--quiet', '-b', 'branch');
  commit({ 'stacks/drift/prod.yaml': 'a: 1\n' });
  git('checkout', '--quiet', 'main');
  commit({ [shop]: cluster(9) });
  const found = readPullRequest(root, { base: 'main', head: 'branch' });
  expect(found).toMatchObject({
    author: {
      files: [{ file: 'drift/prod.yaml', kind: 'new', fields: [{ path: 'a', value: '1' }] }],
    },
  });
});

test('a link is no file: what it leads to is not read', () => {
  const base = commit(start);
  const secret = join(root, '.git/secret');
  writeFileSync(secret, 'token: canary\n');
  symlinkSync(secret, join(root, 'stacks/user-cluster/Pulumi.prod.evil.yaml'));
  const head = commit({});
  const found = readPullRequest(root, { base, head });
  expect(found).toMatchObject({ author: { files: [], code: [{ place: 'stacks', files: 1 }] } });
  expect(JSON.stringify(found)).not.toContain('canary');
});

test.each([
  ['a file that is no YAML', 'a: ['],
  ['a file whose aliases are a bomb', `a: &a [1,2]\nb: &b [${'*a,'.repeat(60)}]\nc: [*b,*b]\n`],
])('%s is named, and not compared', (_, text) => {
  const base = commit(start);
  const head = commit({ [shop]: text });
  expect(readPullRequest(root, { base, head })).toMatchObject({
    author: { files: [{ file: 'user-cluster/Pulumi.prod.shop.yaml', kind: 'changed' }] },
  });
});

test('what is missing is told', () => {
  const head = commit(start);
  expect(readPullRequest(root, { base: 'abcdef', head })).toEqual({
    unknown: 'the commit abcdef is not in this clone',
  });
  expect(readPullRequest(root, { base: head, head: '--all' })).toEqual({
    unknown: 'the commit --all is not in this clone',
  });
  expect(readPullRequest(join(root, 'nowhere'), { base: head, head })).toEqual({
    unknown: `the commit ${head} is not in this clone`,
  });
  const other = execFileSync('git', ['commit-tree', '-m', 'x', `${head}^{tree}`], {
    cwd: root,
    encoding: 'utf8',
  }).trim();
  expect(readPullRequest(root, { base: head, head: other })).toEqual({
    unknown: `this clone has no commit that ${head} and ${other} have in common`,
  });
});

// Proves: upgrades.windows
test('says of a ring when its next maintenance window opens, unless one is open', () => {
  const windows = '[{ days: [Mon], from: "09:00", to: "16:00", timeZone: Europe/Berlin }]';
  const ring = `{ name: only, environments: [prod], windows: ${windows} }`;
  const base = commit({ ...start, 'stacks/rings.yaml': `renewAfterDays: 2\nrings: [${ring}]\n` });
  const ringsAt = (now: string) => {
    const found = readPullRequest(root, { base, head: base }, new Date(now)) as PullRequestFiles;
    return found.rings;
  };
  expect(ringsAt('2026-11-27T10:00:00Z')).toEqual([
    { name: 'only', environments: ['prod'], opens: 'Mon 2026-11-30 09:00 (Europe/Berlin)' },
  ]);
  expect(ringsAt('2026-11-30T10:00:00Z')).toEqual([{ name: 'only', environments: ['prod'] }]);
});

// Proves: clusters.profiles
test('a changed profile says which clusters extend it, and what their hosts need', () => {
  const profile = (replicas: number, key: string) =>
    `${cluster(replicas).replace('encryptionsalt: v1:abc\n', '')}  user-cluster:backup: { bucket: { secretAccessKey: ${key} } }\n`;
  const base = commit({
    ...start,
    [shop]: 'config:\n  user-cluster:extends: [small]\n',
    'stacks/profiles/small.yaml': profile(2, 'one'),
  });
  const head = commit({ 'stacks/profiles/small.yaml': profile(4, 'other') });
  const { author, capacity } = readPullRequest(root, { base, head }) as PullRequestFiles;
  expect(author.files).toEqual([
    {
      file: 'profiles/small.yaml',
      kind: 'changed',
      clusters: [{ environment: 'prod', cluster: 'shop' }],
      fields: [
        { kind: 'changed', path: 'pools[md-a].replicas', before: '2', after: '4' },
        { kind: 'secret', path: 'backup.bucket.secretAccessKey' },
      ],
    },
  ]);
  expect(capacity.map(({ environment }) => environment)).toEqual(['prod']);
});

test('a removed profile names the clusters that extended it, and their hosts are counted', () => {
  const base = commit({
    ...start,
    [shop]: 'config:\n  user-cluster:extends: [small]\n',
    'stacks/profiles/small.yaml': cluster(2).replace('encryptionsalt: v1:abc\n', ''),
  });
  const head = commit({ [shop]: cluster(3), 'stacks/profiles/small.yaml': undefined });
  const { author, capacity } = readPullRequest(root, { base, head }) as PullRequestFiles;
  expect(author.files[0]).toEqual({
    file: 'profiles/small.yaml',
    kind: 'removed',
    clusters: [{ environment: 'prod', cluster: 'shop' }],
  });
  const machines = capacity.map(({ after, before }) => [before?.machines, after?.machines]);
  expect(machines).toEqual([[4, 5]]);
});

test('nobody can tell what a cluster needs whose file is wrong', () => {
  const base = commit(start);
  const head = commit({ [shop]: cluster(3).replace('replicas: 3', 'replicaz: 3') });
  const { capacity } = readPullRequest(root, { base, head }) as PullRequestFiles;
  expect(capacity).toMatchObject([{ environment: 'prod', before: { machines: 4 } }]);
  expect(capacity[0]).not.toHaveProperty('after');
});

test('nobody can tell what a cluster needs that extends a profile which is gone', () => {
  const base = commit({
    ...start,
    [shop]: `${cluster(2).replace('encryptionsalt: v1:abc\n', '')}  user-cluster:extends: [small]\n`,
    'stacks/profiles/small.yaml': 'config:\n  user-cluster:quota: { cpu: 40 }\n',
  });
  const head = commit({ 'stacks/profiles/small.yaml': undefined });
  const { author, capacity } = readPullRequest(root, { base, head }) as PullRequestFiles;
  expect(author.files[0]?.clusters).toEqual([{ environment: 'prod', cluster: 'shop' }]);
  expect(capacity).toMatchObject([{ environment: 'prod', before: { machines: 4 } }]);
  expect(capacity[0]).not.toHaveProperty('after');
});
