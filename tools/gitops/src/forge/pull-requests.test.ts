// SPDX-License-Identifier: Apache-2.0
import type { ForgeAccess } from './forge.ts';
import { gitHubPullRequests } from './github-pull-requests.ts';
import { gitLabPullRequests } from './gitlab-pull-requests.ts';
import type { PullRequestReader } from './pull-request-reader.ts';
import { FakeForge } from './testing/index.ts';
import type { FakePullRequest } from './testing/index.ts';

const label = 'strata/cluster';
const at = (time: string) => Date.parse(time);

type Event = FakePullRequest['events'][number];
const labelled = (by: string, time: string): Event => ({ kind: 'labelled', at: time, by, label });
const unlabelled = (by: string, time: string): Event => ({
  kind: 'unlabelled',
  at: time,
  by,
  label,
});
const reopened = (by: string, time: string): Event => ({ kind: 'reopened', at: time, by });

const forges: readonly (readonly [
  'github' | 'gitlab',
  (access: ForgeAccess) => PullRequestReader,
  readonly [string, ...string[]],
])[] = [
  ['github', gitHubPullRequests, ['labeller[bot]']],
  ['gitlab', gitLabPullRequests, ['project_7_bot_a1', 'service_account_group_7_a1']],
];

describe.each(forges)('%s', (kind, connect, bots) => {
  let server: FakeForge;
  beforeEach(async () => {
    server = await FakeForge.start(kind);
    server.state.addAccount('t', { login: 'machine' });
    server.state.writers.push('machine', 'owner', ...bots);
  });
  afterEach(() => server.stop());

  const reader = (pace = { secondMs: 1, retries: 0 }) =>
    connect({ token: 't', url: server.url, repository: 'o/r', pace, report: () => undefined });

  function add(number: number, events: Event[], more: Partial<FakePullRequest> = {}): void {
    server.state.pullRequests.push({ number, isOpen: true, labels: [label], events, ...more });
  }

  test('lists the open ones that have the label, on all pages, the oldest first', async () => {
    for (let number = 250; number > 0; number -= 1) add(number, []);
    add(251, [], { isOpen: false });
    add(252, [], { labels: ['other'] });
    server.state.addIssue({ title: 'no pull request', labels: [label] });
    const numbers = await reader().labelled(label);
    expect(numbers).toEqual(Array.from({ length: 250 }, (_, index) => index + 1));
  });

  test('a label that a person with write access has set is granted from then on', async () => {
    add(12, [labelled('owner', '2027-01-10T15:00:00Z')], { labels: ['Strata/Cluster'] });
    expect(await reader().stateOf(12, label)).toEqual({
      isOpen: true,
      hasLabel: true,
      grantedAt: at('2027-01-10T15:00:00Z'),
    });
  });

  // Proves: clusters.pull-requests
  test.each([
    ['somebody who may not write', [labelled('guest', '2027-01-10T15:00:00Z')]],
    ...bots.map((bot): [string, Event[]] => [
      `the bot ${bot}, which does what others tell it`,
      [labelled(bot, '2027-01-10T15:00:00Z')],
    ]),
    [
      'somebody who may not write, after it was taken away',
      [labelled('owner', '2027-01-10T15:00:00Z'), labelled('guest', '2027-01-11T15:00:00Z')],
    ],
    ['nobody who is known', []],
  ])('a label of %s is not granted', async (_, events) => {
    add(12, events);
    expect(await reader().stateOf(12, label)).toEqual({ isOpen: true, hasLabel: true });
  });

  test('opened again by a person with write access, it is granted anew; by others, it is not', async () => {
    const events = [
      labelled('owner', '2027-01-10T15:00:00Z'),
      reopened('owner', '2027-01-12T15:00:00Z'),
      reopened('guest', '2027-01-13T15:00:00Z'),
    ];
    add(12, events);
    const { grantedAt } = await reader().stateOf(12, label);
    expect(grantedAt).toBe(at('2027-01-12T15:00:00Z'));
  });

  test('says that one is closed, or has lost its label', async () => {
    add(12, [], { isOpen: false });
    add(13, [], { labels: [] });
    expect(await reader().stateOf(12, label)).toEqual({ isOpen: false, hasLabel: true });
    expect(await reader().stateOf(13, label)).toEqual({ isOpen: true, hasLabel: false });
  });

  test('says when the label was taken away', async () => {
    const events = [
      labelled('owner', '2027-01-10T15:00:00Z'),
      unlabelled('guest', '2027-01-11T15:00:00Z'),
    ];
    add(12, events, { labels: [] });
    expect(await reader().stateOf(12, label)).toEqual({
      isOpen: true,
      hasLabel: false,
      labelTakenAt: at('2027-01-11T15:00:00Z'),
    });
  });

  // Proves: clusters.pull-requests
  test('a label that was renamed in the repository was not taken away', async () => {
    const events = [
      unlabelled('owner', '2027-01-09T15:00:00Z'),
      labelled('owner', '2027-01-10T15:00:00Z'),
    ];
    add(12, events, { labels: ['another name'] });
    expect(await reader().stateOf(12, label)).toEqual({ isOpen: true, hasLabel: false });
  });

  test('a label that was taken away by anybody and set again is granted from then on', async () => {
    const events = [
      labelled('owner', '2027-01-10T15:00:00Z'),
      unlabelled('owner', '2027-01-11T15:00:00Z'),
      labelled('owner', '2027-01-11T15:01:00Z'),
    ];
    add(12, events);
    const { grantedAt } = await reader().stateOf(12, label);
    expect(grantedAt).toBe(at('2027-01-11T15:01:00Z'));
  });

  // Proves: clusters.pull-requests
  test('one that cannot be seen is not taken for a closed one', async () => {
    await expect(reader().stateOf(12, label)).rejects.toThrow('o/r');
    const none = connect({ token: 't', url: server.url, repository: 'o/gone' });
    await expect(none.labelled(label)).rejects.toThrow('o/gone');
    server.fail({ answer: { status: 502 } });
    await expect(reader().stateOf(12, label)).rejects.toThrow('run it again later');
  });
});

// Proves: clusters.pull-requests
test('GitHub: a token of an account that may not push is told which role it needs', async () => {
  const server = await FakeForge.start('github');
  try {
    server.state.addAccount('t', { login: 'reader' });
    server.state.writers.push('owner');
    const events = [labelled('owner', '2027-01-10T15:00:00Z')];
    server.state.pullRequests.push({ number: 12, isOpen: true, labels: [label], events });
    const access = { token: 't', url: server.url, repository: 'o/r' };
    await expect(gitHubPullRequests(access).stateOf(12, label)).rejects.toThrow(
      'GitHub does not allow this token to read permissions of o/r (403 Must have push access to view collaborator permission.): it needs an account that may push to the repository (the role Write or more).',
    );
  } finally {
    await server.stop();
  }
});
