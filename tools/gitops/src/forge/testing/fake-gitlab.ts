// SPDX-License-Identifier: Apache-2.0
import { z } from 'zod';
import { pipelineRoutes } from './fake-gitlab-pipelines.ts';
import { gitLabMergeRequestRoutes } from './fake-pull-requests.ts';
import { bodyOf, pageOf } from './fake-route.ts';
import type { FakeAnswer, FakeApi, FakeRequest } from './fake-route.ts';
import type { FakeComment, FakeIssue } from './fake-state.ts';

/** Maximal length of a body on GitLab, in characters. */
const longestBody = 1_000_000;
const usualPageSize = 20;

const notFound: FakeAnswer = { status: 404, body: { message: '404 Not found' } };
const text = z.string().max(longestBody);
const words = (list: string) => list.split(',').filter((word) => word !== '');

const noteBody = ({ author, body, id }: FakeComment) => ({
  id,
  body,
  system: false,
  author: { id: author.id, username: author.login },
});

const issueBody = ({ author, body, labels, number, state, title }: FakeIssue) => ({
  iid: number,
  title,
  description: body === '' ? null : body,
  state: state === 'open' ? 'opened' : 'closed',
  labels,
  author: { id: author.id, username: author.login },
});

function note(request: FakeRequest): FakeComment | undefined {
  return request.state.comments.find(({ id }) => id === Number(request.parts[1]));
}

function listIssues({ state, url }: FakeRequest): FakeAnswer {
  const wanted = words(url.searchParams.get('labels') ?? '');
  const which = url.searchParams.get('state') ?? 'all';
  const all = state.issues.filter(
    (issue) =>
      !issue.isPullRequest &&
      (which === 'all' || issueBody(issue).state === which) &&
      wanted.every((label) => issue.labels.includes(label)),
  );
  const ordered = url.searchParams.get('sort') === 'asc' ? all : [...all].reverse();
  const { headers, items } = pageOf(ordered, url, usualPageSize);
  return { status: 200, headers, body: items.map(issueBody) };
}

function changeIssue(request: FakeRequest): FakeAnswer {
  const issue = request.state.issues.find(({ number }) => number === Number(request.parts[0]));
  if (issue === undefined) return notFound;
  const { description, labels, state_event, title } = bodyOf(request, {
    title: z.string().optional(),
    description: text.optional(),
    state_event: z.enum(['close', 'reopen']).optional(),
    labels: z.string().optional(),
  });
  if (title !== undefined) issue.title = title;
  if (description !== undefined) issue.body = description;
  if (labels !== undefined) issue.labels = words(labels);
  if (state_event !== undefined) issue.state = state_event === 'close' ? 'closed' : 'open';
  return { status: 200, body: issueBody(issue) };
}

const project = '\\/api\\/v4\\/projects\\/o%2Fr';
const path = (rest: string) => new RegExp(`^${project}${rest}$`);
const notes = '\\/merge_requests\\/(\\d+)\\/notes';

/** Part of GitLab's REST API that this tool uses. @see https://docs.gitlab.com/api/rest/ */
export const fakeGitLab: FakeApi = {
  tokenOf: (headers) => headers['private-token'],
  answers: {
    unknownToken: { status: 401, body: { message: '401 Unauthorized' } },
    forbidden: {
      status: 403,
      body: {
        error: 'insufficient_scope',
        error_description: 'The request requires higher privileges than provided.',
      },
    },
    notFound,
  },
  routes: [
    {
      method: 'GET',
      path: /^\/api\/v4\/user$/,
      answer: ({ account }) => ({
        status: 200,
        body: { id: account.id, username: account.login },
      }),
    },
    {
      method: 'GET',
      path: path(notes),
      needs: 'comments',
      answer: ({ parts, state, url }) => {
        const all = state.comments.filter(({ pullRequest }) => pullRequest === Number(parts[0]));
        const ordered = url.searchParams.get('sort') === 'asc' ? all : [...all].reverse();
        const { headers, items } = pageOf(ordered, url, usualPageSize);
        return { status: 200, headers, body: items.map(noteBody) };
      },
    },
    {
      method: 'POST',
      path: path(notes),
      needs: 'comments',
      answer: (request) => {
        const { body } = bodyOf(request, { body: text });
        const made = request.state.addComment(Number(request.parts[0]), body, request.account);
        return { status: 201, body: noteBody(made) };
      },
    },
    {
      method: 'PUT',
      path: path(`${notes}\\/(\\d+)`),
      needs: 'comments',
      answer: (request) => {
        const found = note(request);
        if (found === undefined) return notFound;
        found.body = bodyOf(request, { body: text }).body;
        return { status: 200, body: noteBody(found) };
      },
    },
    {
      method: 'DELETE',
      path: path(`${notes}\\/(\\d+)`),
      needs: 'comments',
      answer: ({ parts, state }) =>
        state.removeComment(Number(parts[1])) ? { status: 204 } : notFound,
    },
    { method: 'GET', path: path('\\/issues'), needs: 'issues', answer: listIssues },
    {
      method: 'POST',
      path: path('\\/issues'),
      needs: 'issues',
      answer: (request) => {
        const { description, labels, title } = bodyOf(request, {
          title: z.string(),
          description: text,
          labels: z.string(),
        });
        const author = request.account;
        const issue = { title, body: description, labels: words(labels), author };
        return { status: 201, body: issueBody(request.state.addIssue(issue)) };
      },
    },
    { method: 'PUT', path: path('\\/issues\\/(\\d+)'), needs: 'issues', answer: changeIssue },
    ...gitLabMergeRequestRoutes,
    ...pipelineRoutes,
  ],
};
