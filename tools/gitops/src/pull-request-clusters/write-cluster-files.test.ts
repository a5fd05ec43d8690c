// SPDX-License-Identifier: Apache-2.0
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { ForgeError } from '../forge/forge.ts';
import type { PullRequestState } from '../forge/pull-request-reader.ts';
import { openWorkspace } from '../run/workspace.ts';
import { SmallRepository } from '../testing/small-repository.ts';
import { writeClusterFiles } from './write-cluster-files.ts';

const plan = `
pods: { ranges: [10.128.0.0/15], prefix: 16 }
services: { ranges: [10.112.0.0/16], prefix: 20 }
endpoints: { ranges: [10.0.0.10-10.0.0.14] }
tunnelPorts: { first: 8473, last: 8480 }
mtu: 1500
`;
const platform = `
config:
  kubevirt-stack:userClusterDefaults:
    network: { dns: { servers: [10.0.0.53] } }
  kubevirt-stack:images:
    - name: ubuntu-24-04
`;
const config = {
  environment: 'lab',
  repositories: [{ name: 'acme/shop', clusters: 'pr' }],
  profiles: ['small'],
  label: 'strata/cluster',
  most: 2,
  leaseDays: 7,
};
const fileOf = (number: number) => `stacks/user-cluster/Pulumi.lab.pr-${number}.yaml`;
const on = (day: string): PullRequestState => ({
  isOpen: true,
  hasLabel: true,
  grantedAt: Date.parse(`${day}T12:00:00Z`),
});

let repository: SmallRepository;
let states: Map<number, PullRequestState | Error>;
let said: string[];
beforeEach(() => {
  repository = new SmallRepository('write');
  repository.commit({
    'nx.json': '{}\n',
    'stacks/address-plan/lab.yaml': plan,
    'stacks/kubevirt-stack/Pulumi.lab.yaml': platform,
    'stacks/profiles/small.yaml': 'config: {}\n',
  });
  states = new Map();
  said = [];
});
afterEach(() => repository.delete());

function answer(number: number): PullRequestState {
  const state = states.get(number);
  if (state instanceof Error) throw state;
  return state ?? { isOpen: false, hasLabel: false };
}

function write(day: string, more: Partial<typeof config> = {}, isDryRun = false) {
  const run = {
    context: {
      workspace: openWorkspace(repository.root),
      env: {},
      signal: new AbortController().signal,
      progress: (line: string) => void said.push(line),
      print: (line: string) => void said.push(line),
    },
    readerOf: () => ({
      labelled: () => Promise.resolve([...states.keys()]),
      stateOf: (number: number) => Promise.resolve().then(() => answer(number)),
    }),
    now: new Date(`${day}T12:00:00Z`),
    isDryRun,
  };
  return writeClusterFiles(run, [{ ...config, ...more }]);
}

const configOf = (number: number) =>
  (
    parse(readFileSync(join(repository.root, fileOf(number)), 'utf8')) as {
      readonly config: Readonly<Record<string, unknown>>;
    }
  ).config;

// Proves: clusters.pull-requests
test('a pull request with the label gets a cluster with the next free addresses and an end', async () => {
  states.set(12, on('2027-01-10')).set(13, on('2027-01-09'));
  expect(await write('2027-01-10')).toBe(true);
  expect(said).toEqual([
    'user-cluster/lab.pr-12: made for acme/shop#12, until 2027-01-18',
    'user-cluster/lab.pr-13: made for acme/shop#13, until 2027-01-17',
  ]);
  expect(configOf(13)).toMatchObject({
    'user-cluster:extends': ['small'],
    'user-cluster:kubernetes': { podCidr: '10.129.0.0/16', serviceCidr: '10.112.16.0/20' },
    'user-cluster:controlPlane': { endpoint: { address: '10.0.0.11' } },
    'user-cluster:deletion': { protect: false, volumes: 'delete', unreachable: 'skip' },
    'user-cluster:expires': '2027-01-17',
    'user-cluster:pullRequest': { repository: 'acme/shop', number: 13 },
  });
});

test('a second run changes nothing', async () => {
  states.set(12, on('2027-01-10'));
  await write('2027-01-10');
  repository.commit();
  said = [];
  expect(await write('2027-01-12')).toBe(true);
  expect([said, repository.git('status', '--porcelain')]).toEqual([[], '']);
});

test('a label that is set again makes the lease longer, and nothing else', async () => {
  states.set(12, on('2027-01-10'));
  await write('2027-01-10');
  const before = readFileSync(join(repository.root, fileOf(12)), 'utf8');
  states.set(12, on('2027-01-14'));
  expect(await write('2027-01-14')).toBe(true);
  expect(said.at(-1)).toBe('user-cluster/lab.pr-12: stays until 2027-01-22');
  const after = readFileSync(join(repository.root, fileOf(12)), 'utf8');
  expect(after).toBe(before.replace('2027-01-18', '2027-01-22'));
});

test('a later day that somebody has written stays', async () => {
  states.set(12, on('2027-01-10'));
  await write('2027-01-10');
  const path = join(repository.root, fileOf(12));
  const later = readFileSync(path, 'utf8').replace('2027-01-18', '2027-03-01');
  repository.write(fileOf(12), later);
  expect(await write('2027-01-11')).toBe(true);
  expect(readFileSync(path, 'utf8')).toBe(later);
});

// Proves: clusters.pull-requests
test.each<[string, PullRequestState, string]>([
  [
    'whose label nobody with write access has set',
    { isOpen: true, hasLabel: true },
    'its label "strata/cluster" was not set by a person who may write to the repository',
  ],
  [
    'that was closed since',
    { isOpen: false, hasLabel: true },
    'it is closed, or its label is gone',
  ],
  [
    'whose lease is over',
    on('2027-01-01'),
    'its lease has ended on 2027-01-09; a label that is set again begins a new one',
  ],
])('a pull request %s gets no cluster', async (_, state, reason) => {
  states.set(12, state);
  expect(await write('2027-01-10')).toBe(true);
  expect(said).toEqual([`acme/shop#12: no cluster, for ${reason}`]);
  expect(existsSync(join(repository.root, fileOf(12)))).toBe(false);
});

// Proves: clusters.pull-requests
test('there are never more of them than the settings allow', async () => {
  for (const number of [12, 13, 14]) states.set(number, on('2027-01-10'));
  expect(await write('2027-01-10')).toBe(true);
  expect(said.at(-1)).toBe(
    'acme/shop#14: no cluster yet, for "lab" has 2 of them, which is the most that it may',
  );
  expect(existsSync(join(repository.root, fileOf(14)))).toBe(false);
});

test('what fails for one pull request keeps no other from its cluster, and the command fails', async () => {
  states.set(12, new ForgeError('GitHub did not answer')).set(13, on('2027-01-10'));
  states.set(14, on('2027-01-10')).set(15, on('2027-01-10'));
  expect(await write('2027-01-10', { most: 9 })).toBe(false);
  expect(said).toEqual([
    'acme/shop#12: GitHub did not answer',
    'user-cluster/lab.pr-13: made for acme/shop#13, until 2027-01-18',
    'user-cluster/lab.pr-14: made for acme/shop#14, until 2027-01-18',
    'acme/shop#15: The address plan of "lab" has no free block /16 of pods left: extend it, or delete a cluster.',
  ]);
});

test('a dry run writes nothing', async () => {
  states.set(12, on('2027-01-10'));
  expect(await write('2027-01-10', {}, true)).toBe(true);
  expect(said).toEqual(['user-cluster/lab.pr-12: made for acme/shop#12, until 2027-01-18']);
  expect(repository.git('status', '--porcelain')).toBe('');
});
