// SPDX-License-Identifier: Apache-2.0
import { z } from 'zod';
import { gitHubPullRequestRoutes, gitHubPulls } from './fake-pull-requests.ts';
import { bodyOf, pageOf } from './fake-route.ts';
import type { FakeAnswer, FakeApi, FakeRequest } from './fake-route.ts';
import type { FakeAccount, FakeComment, FakeIssue } from './fake-state.ts';

/** Maximal length of a body on GitHub, in characters. */
const longestBody = 65_536;
const usualPageSize = 30;

const notFound: FakeAnswer = { status: 404, body: { message: 'Not Found' } };
const text = z.string().max(longestBody);

const commentBody = ({ author, body, id }: FakeComment) => ({
  id,
  body,
  user: authorBody(author),
});

const authorBody = ({ isBot, login }: FakeAccount) => ({ login, type: isBot ? 'Bot' : 'User' });

const issueBody = ({ author, body, isPullRequest, labels, number, state, title }: FakeIssue) => ({
  number,
  title,
  body: body === '' ? null : body,
  state,
  labels: labels.map((name) => ({ name })),
  user: authorBody(author),
  ...(isPullRequest && { pull_request: {} }),
});

function comment(request: FakeRequest): FakeComment | undefined {
  return request.state.comments.find(({ id }) => id === Number(request.parts[0]));
}

function listIssues(request: FakeRequest): FakeAnswer {
  const { state, url } = request;
  const wanted = (url.searchParams.get('labels') ?? '').split(',').filter((name) => name !== '');
  const which = url.searchParams.get('state') ?? 'open';
  const all = state.issues.filter(
    (issue) =>
      (which === 'all' || issue.state === which) &&
      wanted.every((label) => issue.labels.includes(label)),
  );
  const ordered = url.searchParams.get('direction') === 'asc' ? all : [...all].reverse();
  const both = [...ordered.map(issueBody), ...gitHubPulls(request)];
  const { headers, items } = pageOf(both, url, usualPageSize);
  return { status: 200, headers, body: items };
}

function changeIssue(request: FakeRequest): FakeAnswer {
  const issue = request.state.issues.find(({ number }) => number === Number(request.parts[0]));
  if (issue === undefined) return notFound;
  const change = bodyOf(request, {
    title: z.string().optional(),
    body: text.optional(),
    state: z.enum(['open', 'closed']).optional(),
    labels: z.array(z.string()).optional(),
  });
  Object.assign(issue, change);
  return { status: 200, body: issueBody(issue) };
}

/** Part of GitHub's REST API that this tool uses. @see https://docs.github.com/en/rest */
export const fakeGitHub: FakeApi = {
  tokenOf: ({ authorization = '' }) => /^(?:token|bearer) (.+)$/i.exec(authorization)?.[1],
  answers: {
    unknownToken: { status: 401, body: { message: 'Bad credentials' } },
    forbidden: { status: 403, body: { message: 'Resource not accessible by integration' } },
    notFound,
  },
  routes: [
    ...gitHubPullRequestRoutes,
    {
      method: 'GET',
      path: /^\/user$/,
      answer: ({ account }) =>
        account.isBot
          ? { status: 403, body: { message: 'Resource not accessible by integration' } }
          : { status: 200, body: { id: account.id, login: account.login } },
    },
    {
      method: 'GET',
      path: /^\/repos\/o\/r\/issues\/(\d+)\/comments$/,
      needs: 'comments',
      answer: ({ parts, state, url }) => {
        const all = state.comments.filter(({ pullRequest }) => pullRequest === Number(parts[0]));
        const { headers, items } = pageOf(all, url, usualPageSize);
        return { status: 200, headers, body: items.map(commentBody) };
      },
    },
    {
      method: 'POST',
      path: /^\/repos\/o\/r\/issues\/(\d+)\/comments$/,
      needs: 'comments',
      answer: (request) => {
        const { body } = bodyOf(request, { body: text });
        const made = request.state.addComment(Number(request.parts[0]), body, request.account);
        return { status: 201, body: commentBody(made) };
      },
    },
    {
      method: 'PATCH',
      path: /^\/repos\/o\/r\/issues\/comments\/(\d+)$/,
      needs: 'comments',
      answer: (request) => {
        const found = comment(request);
        if (found === undefined) return notFound;
        found.body = bodyOf(request, { body: text }).body;
        return { status: 200, body: commentBody(found) };
      },
    },
    {
      method: 'DELETE',
      path: /^\/repos\/o\/r\/issues\/comments\/(\d+)$/,
      needs: 'comments',
      answer: ({ parts, state }) =>
        state.removeComment(Number(parts[0])) ? { status: 204 } : notFound,
    },
    {
      method: 'GET',
      path: /^\/repos\/o\/r\/actions\/runs\/(\d+)$/,
      needs: 'actions',
      answer: ({ parts, state }) => {
        const id = Number(parts[0]);
        const pullRequest = state.runs.get(id);
        if (pullRequest === undefined) return notFound;
        return { status: 200, body: { id, pull_requests: [{ number: pullRequest }] } };
      },
    },
    { method: 'GET', path: /^\/repos\/o\/r\/issues$/, needs: 'issues', answer: listIssues },
    {
      method: 'POST',
      path: /^\/repos\/o\/r\/issues$/,
      needs: 'issues',
      answer: (request) => {
        const issue = bodyOf(request, {
          title: z.string(),
          body: text,
          labels: z.array(z.string()),
        });
        const made = request.state.addIssue({ ...issue, author: request.account });
        return { status: 201, body: issueBody(made) };
      },
    },
    {
      method: 'PATCH',
      path: /^\/repos\/o\/r\/issues\/(\d+)$/,
      needs: 'issues',
      answer: changeIssue,
    },
  ],
};
