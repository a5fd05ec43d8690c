// SPDX-License-Identifier: Apache-2.0
import { z } from 'zod';
import { ForgeError } from './forge.ts';
import type { ForgeAccess } from './forge.ts';
import { gitLabReader } from './gitlab-reader.ts';
import { askOnce, isSameLabel, labelStateOf } from './pull-request-reader.ts';
import type { PullRequestEvent, PullRequestReader } from './pull-request-reader.ts';

/** @see https://docs.gitlab.com/api/merge_requests/#get-single-mr */
const mergeRequest = z.looseObject({
  iid: z.int(),
  state: z.enum(['opened', 'closed', 'locked', 'merged']),
  labels: z.array(z.string()),
});

const user = z.looseObject({ id: z.int(), username: z.string() }).nullable();

/** @see https://docs.gitlab.com/api/resource_label_events/ */
const labelEvents = z.array(
  z.looseObject({
    user,
    created_at: z.iso.datetime({ offset: true }),
    action: z.string(),
    label: z.looseObject({ name: z.string() }).nullable(),
  }),
);

/** @see https://docs.gitlab.com/api/resource_state_events/ */
const stateEvents = z.array(
  z.looseObject({ user, created_at: z.iso.datetime({ offset: true }), state: z.string() }),
);

/** @see https://docs.gitlab.com/api/members/ */
const member = z.looseObject({ access_level: z.int() });
const developer = 30;

/**
 * Accounts of the access tokens of projects and groups, and service accounts by the names that GitLab
 * gives them. One with a name of its own cannot be told from a person.
 *
 * @see https://docs.gitlab.com/user/project/settings/project_access_tokens/#bot-users-for-projects
 * @see https://docs.gitlab.com/user/profile/service_accounts/
 */
const bot = /^((project|group)_\d+_bot|service_account_)/;

function accountOf(account: z.output<typeof user>): number | undefined {
  return account === null || bot.test(account.username) ? undefined : account.id;
}

type Done = Pick<z.output<typeof stateEvents>[number], 'user' | 'created_at'>;

function eventsOf(
  kind: PullRequestEvent<number>['kind'],
  all: readonly Done[],
): PullRequestEvent<number>[] {
  return all.map(({ created_at: at, user: account }) => {
    return { kind, at: Date.parse(at), account: accountOf(account) };
  });
}

/** Returns a reader for GitLab; makes no request yet. */
export function gitLabPullRequests(access: ForgeAccess): PullRequestReader {
  const reader = gitLabReader(access, 'read pull requests');
  /** @throws ForgeError when GitLab does not know what is asked for: that is no answer. */
  const known = <T>(answer: T | undefined, what: string): T => {
    if (answer !== undefined) return answer;
    throw new ForgeError(
      `GitLab finds no ${what} of ${access.repository}: the name is wrong, or the token may not see it.`,
    );
  };
  const mayWrite = askOnce(async (id: number) => {
    const found = await reader.one(`members/all/${id}`);
    return found !== undefined && member.parse(found).access_level >= developer;
  });
  return {
    labelled: async (label) => {
      const query = { state: 'opened', labels: label };
      const found = known(await reader.all('merge_requests', query), 'merge requests');
      return z
        .array(mergeRequest)
        .parse(found)
        .map(({ iid }) => iid)
        .sort((one, other) => one - other);
    },
    stateOf: async (number, label) => {
      const path = `merge_requests/${number}`;
      const what = `merge request ${number}`;
      const { labels, state } = mergeRequest.parse(known(await reader.one(path), what));
      // It is locked for the moments of its merge, which may fail.
      const isOpen = state === 'opened' || state === 'locked';
      const hasLabel = labels.some((name) => isSameLabel(name, label));
      if (!isOpen) return { isOpen, hasLabel };
      const changes = labelEvents
        .parse(known(await reader.all(`${path}/resource_label_events`), what))
        .filter((one) => isSameLabel(one.label?.name ?? '', label));
      const labelled = changes.filter(({ action }) => action === 'add');
      const unlabelled = changes.filter(({ action }) => action === 'remove');
      const reopened = stateEvents
        .parse(known(await reader.all(`${path}/resource_state_events`), what))
        .filter((one) => one.state === 'reopened');
      const events = [
        ...eventsOf('labelled', labelled),
        ...eventsOf('unlabelled', unlabelled),
        ...eventsOf('reopened', reopened),
      ];
      return labelStateOf(hasLabel, events, mayWrite);
    },
  };
}
