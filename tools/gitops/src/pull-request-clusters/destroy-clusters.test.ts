// SPDX-License-Identifier: Apache-2.0
import { ForgeError } from '../forge/forge.ts';
import type { PullRequestState } from '../forge/pull-request-reader.ts';
import { openWorkspace } from '../run/workspace.ts';
import { SmallRepository } from '../testing/small-repository.ts';
import { destroyClusters } from './destroy-clusters.ts';

const file = 'stacks/user-cluster/Pulumi.prod.pr-12.yaml';
const made = `config:
  user-cluster:pullRequest: { repository: acme/shop, number: 12 }
  user-cluster:deletion: { protect: false, volumes: delete }
  user-cluster:expires: 2027-01-18
`;
const config = {
  environment: 'prod',
  repositories: [{ name: 'acme/shop', clusters: 'pr' }],
  profiles: ['small'],
  label: 'strata/cluster',
  most: 2,
  leaseDays: 7,
};
const granted = (day: string): PullRequestState => ({
  isOpen: true,
  hasLabel: true,
  grantedAt: Date.parse(`${day}T12:00:00Z`),
});

let repository: SmallRepository;
beforeEach(() => {
  repository = new SmallRepository('ended');
  repository.commit({ [file]: made });
});
afterEach(() => repository.delete());

/** Says what would be destroyed at noon of 2027-01-20, when the lease of the file has ended. */
async function say(state: PullRequestState | Error) {
  const said: string[] = [];
  const tell = (line: string) => void said.push(line);
  const context = {
    workspace: openWorkspace(repository.root),
    env: {},
    signal: new AbortController().signal,
    progress: tell,
    print: tell,
  };
  const reader = {
    labelled: () => Promise.resolve([]),
    stateOf: () => (state instanceof Error ? Promise.reject(state) : Promise.resolve(state)),
  };
  const now = new Date('2027-01-20T12:00:00Z');
  const run = { context, readerOf: () => reader, now, isDryRun: true };
  const isWell = await destroyClusters(run, [config], { reports: 'none', parallel: 1 });
  return { isWell, said };
}

const toBeDestroyed = (because: string) => [
  `user-cluster/prod.pr-12 of acme/shop#12: to be destroyed, for ${because}`,
  'user-cluster/prod.pr-12: would be destroyed',
];

test('the cluster of a pull request whose lease has ended is to be destroyed', async () => {
  const said = toBeDestroyed('its lease has ended on 2027-01-18');
  expect(await say(granted('2027-01-10'))).toEqual({ isWell: true, said });
});

// Proves: clusters.pull-requests
test('one whose label was set again stays, also if the later end is not in its file yet', async () => {
  expect(await say(granted('2027-01-19'))).toEqual({ isWell: true, said: [] });
});

const withoutLabel = (time?: string): PullRequestState => ({
  isOpen: true,
  hasLabel: false,
  ...(time !== undefined && { labelTakenAt: Date.parse(time) }),
});

test('one whose label was taken away ten minutes ago is to be destroyed', async () => {
  const said = toBeDestroyed('it has no label "strata/cluster" any more');
  expect(await say(withoutLabel('2027-01-20T11:50:00Z'))).toEqual({ isWell: true, said });
});

// Proves: clusters.pull-requests
test('one whose label was just taken away stays: it may be set again for a longer lease', async () => {
  const taken = withoutLabel('2027-01-20T11:50:01Z');
  expect(await say(taken)).toEqual({ isWell: true, said: [] });
});

// Proves: clusters.pull-requests
test('one whose label was renamed stays until its lease has ended', async () => {
  repository.commit({ [file]: made.replace('2027-01-18', '2027-01-21') });
  expect(await say(withoutLabel())).toEqual({
    isWell: true,
    said: [
      'user-cluster/prod.pr-12 of acme/shop#12: stays until its lease has ended, for nobody took its label "strata/cluster" away: the label was renamed or deleted, or the settings name another one',
    ],
  });
  repository.commit({ [file]: made });
  const said = toBeDestroyed('its lease has ended on 2027-01-18');
  expect(await say(withoutLabel())).toEqual({ isWell: true, said });
});

// Proves: clusters.pull-requests
test('one about which the forge says nothing stays, and the run fails', async () => {
  expect(await say(new ForgeError('GitHub did not answer'))).toEqual({
    isWell: false,
    said: ['user-cluster/prod.pr-12 of acme/shop#12: GitHub did not answer'],
  });
});
