// SPDX-License-Identifier: Apache-2.0
import { pageOf } from './fake-route.ts';
import type { FakeAnswer, FakeRequest, FakeRoute } from './fake-route.ts';
import type { FakePullRequest } from './fake-state.ts';

const usualPageSize = 20;
const developer = 30;
const reporter = 20;

function list(all: readonly unknown[], { url }: FakeRequest): FakeAnswer {
  const { headers, items } = pageOf(all, url, usualPageSize);
  return { status: 200, headers, body: items };
}

const find = ({ parts, state }: FakeRequest) =>
  state.pullRequests.find(({ number }) => number === Number(parts[0]));

/** Returns the answer about the pull request that a path names. */
const about =
  (notFound: FakeAnswer, answer: (found: FakePullRequest, request: FakeRequest) => FakeAnswer) =>
  (request: FakeRequest): FakeAnswer => {
    const found = find(request);
    return found === undefined ? notFound : answer(found, request);
  };

const gitHubNotFound: FakeAnswer = { status: 404, body: { message: 'Not Found' } };

const gitHubPull = ({ isOpen, labels, number, title = '' }: FakePullRequest) => ({
  number,
  title,
  state: isOpen ? 'open' : 'closed',
  labels: labels.map((name) => ({ name })),
  pull_request: {},
});

/** The answer to a person's token about permissions, if that person may not push. */
const noPushAccess: FakeAnswer = {
  status: 403,
  body: { message: 'Must have push access to view collaborator permission.' },
};

/** Routes of GitHub about pull requests. @see https://docs.github.com/en/rest/issues */
export const gitHubPullRequestRoutes: readonly FakeRoute[] = [
  {
    method: 'GET',
    path: /^\/repos\/o\/r\/issues\/(\d+)$/,
    needs: 'comments',
    answer: about(gitHubNotFound, (found) => ({ status: 200, body: gitHubPull(found) })),
  },
  {
    method: 'GET',
    path: /^\/repos\/o\/r\/issues\/(\d+)\/events$/,
    needs: 'comments',
    answer: about(gitHubNotFound, ({ events }, request) =>
      list(
        events.map(({ at, by, kind, label }) => ({
          event: kind.replace('labelled', 'labeled'),
          created_at: at,
          actor:
            by === undefined ? null : { login: by, type: by.endsWith('[bot]') ? 'Bot' : 'User' },
          ...(label !== undefined && { label: { name: label } }),
        })),
        request,
      ),
    ),
  },
  {
    method: 'GET',
    path: /^\/repos\/o\/r\/collaborators\/([^/]+)\/permission$/,
    needs: 'comments',
    answer: ({ account, parts, state }) =>
      account.isBot || state.writers.includes(account.login)
        ? {
            status: 200,
            body: { permission: state.writers.includes(parts[0] ?? '') ? 'write' : 'read' },
          }
        : noPushAccess,
  },
];

/** The open pull requests among GitHub's issues that a request asks for. */
export function gitHubPulls({ state, url }: FakeRequest): object[] {
  const wanted = (url.searchParams.get('labels') ?? '').split(',');
  return state.pullRequests
    .filter(({ isOpen, labels }) => isOpen && wanted.every((label) => labels.includes(label)))
    .map(gitHubPull);
}

const project = '\\/api\\/v4\\/projects\\/o%2Fr';
const path = (rest: string) => new RegExp(`^${project}${rest}$`);
const gitLabNotFound: FakeAnswer = { status: 404, body: { message: '404 Not found' } };

/** Accounts of GitLab have numbers: their place in the list of all who have done anything. */
function accounts({ pullRequests }: FakeRequest['state']): string[] {
  const all = pullRequests.flatMap(({ events }) => events.flatMap(({ by }) => by ?? []));
  return [...new Set(all)];
}

const userOf = (state: FakeRequest['state'], by: string | undefined) =>
  by === undefined ? null : { id: accounts(state).indexOf(by) + 1, username: by };

/** The merge request of GitLab that a pull request is there. */
export const gitLabMergeRequest = ({ isOpen, labels, number, title = '' }: FakePullRequest) => ({
  iid: number,
  title,
  state: isOpen ? 'opened' : 'merged',
  labels,
});

/** Routes of GitLab about merge requests. @see https://docs.gitlab.com/api/merge_requests/ */
export const gitLabMergeRequestRoutes: readonly FakeRoute[] = [
  {
    method: 'GET',
    path: path('\\/merge_requests\\/(\\d+)'),
    needs: 'comments',
    answer: about(gitLabNotFound, (found) => ({ status: 200, body: gitLabMergeRequest(found) })),
  },
  {
    method: 'GET',
    path: path('\\/merge_requests\\/(\\d+)\\/resource_label_events'),
    needs: 'comments',
    answer: about(gitLabNotFound, ({ events }, request) =>
      list(
        events.flatMap(({ at, by, kind, label }) =>
          kind === 'reopened'
            ? []
            : [
                {
                  created_at: at,
                  user: userOf(request.state, by),
                  action: kind === 'labelled' ? 'add' : 'remove',
                  label: label === undefined ? null : { name: label },
                },
              ],
        ),
        request,
      ),
    ),
  },
  {
    method: 'GET',
    path: path('\\/merge_requests\\/(\\d+)\\/resource_state_events'),
    needs: 'comments',
    answer: about(gitLabNotFound, ({ events }, request) =>
      list(
        events.flatMap(({ at, by, kind }) =>
          kind === 'reopened'
            ? [{ created_at: at, user: userOf(request.state, by), state: 'reopened' }]
            : [],
        ),
        request,
      ),
    ),
  },
  {
    method: 'GET',
    path: path('\\/members\\/all\\/(\\d+)'),
    needs: 'comments',
    answer: ({ parts, state }) => {
      const name = accounts(state)[Number(parts[0]) - 1];
      if (name === undefined) return gitLabNotFound;
      const level = state.writers.includes(name) ? developer : reporter;
      return { status: 200, body: { access_level: level } };
    },
  },
];
