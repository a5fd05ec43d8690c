// SPDX-License-Identifier: Apache-2.0
import type { ForgeAction } from './explain-refusal.ts';
import type { Forge, ForgeAccess } from './forge.ts';
import { gitHubConnection, refusalOf } from './github-connection.ts';
import type { GitHubConnection } from './github-connection.ts';

const forbidden = 403;
const notFound = 404;

interface ApiIssue {
  readonly number: number;
  readonly title: string;
  readonly body?: string | null | undefined;
  readonly state: string;
  readonly labels: readonly (string | { readonly name?: string | undefined })[];
  readonly pull_request?: unknown;
  readonly user: Author | null;
}

/** Account that has written something; null for one that was deleted. */
interface Author {
  readonly login: string;
  readonly type: string;
}

function issueOf({ body, labels, number, state, title }: ApiIssue) {
  return {
    number,
    title,
    body: body ?? '',
    state: state === 'closed' ? ('closed' as const) : ('open' as const),
    labels: labels.flatMap((label) => (typeof label === 'string' ? label : (label.name ?? []))),
  };
}

/**
 * Disables retries for requests that create something: GitHub may have carried them out before it
 * failed.
 */
const once = { request: { retries: 0 } };

/**
 * Returns the account of the token; undefined for tokens of apps, such as those of workflows, which
 * cannot query it and belong to bots.
 */
async function askLogin({ client }: GitHubConnection): Promise<string | undefined> {
  try {
    return (await client.request('GET /user')).data.login;
  } catch (error) {
    if (refusalOf(error).status === forbidden) return undefined;
    throw error;
  }
}

/** Returns a function that tells whether the token's account has written something. */
type AskOwn = (action: ForgeAction) => Promise<(author: Author | null | undefined) => boolean>;

/** The account is asked for once, and again after a failure. */
function askOwn(connection: GitHubConnection): AskOwn {
  let login: Promise<string | undefined> | undefined;
  return async (action) => {
    login ??= connection
      .attempt(action, () => askLogin(connection))
      .catch((error: unknown) => {
        login = undefined;
        throw error;
      });
    const me = await login;
    return (author) => (me === undefined ? author?.type === 'Bot' : author?.login === me);
  };
}

function gitHubComments(
  { attempt, client, here }: GitHubConnection,
  ask: AskOwn,
): Forge['comments'] {
  return {
    own: async (pullRequest) => {
      const isOwn = await ask('read comments');
      const all = await attempt('read comments', () =>
        client.paginate('GET /repos/{owner}/{repo}/issues/{issue_number}/comments', {
          ...here,
          issue_number: pullRequest,
          per_page: 100,
        }),
      );
      return all
        .filter(({ user }) => isOwn(user))
        .map(({ body, id }) => ({ id: Number(id), body: body ?? '' }))
        .sort((a, b) => a.id - b.id);
    },
    create: async (pullRequest, body) => {
      await attempt('write a comment', () =>
        client.request('POST /repos/{owner}/{repo}/issues/{issue_number}/comments', {
          ...here,
          ...once,
          issue_number: pullRequest,
          body,
        }),
      );
    },
    update: async (_pullRequest, id, body) => {
      await attempt('write a comment', () =>
        client.request('PATCH /repos/{owner}/{repo}/issues/comments/{comment_id}', {
          ...here,
          comment_id: id,
          body,
        }),
      );
    },
    remove: async (_pullRequest, id) => {
      const request = () =>
        client.request('DELETE /repos/{owner}/{repo}/issues/comments/{comment_id}', {
          ...here,
          comment_id: id,
        });
      await attempt('write a comment', () =>
        request().catch((error: unknown) => {
          if (refusalOf(error).status !== notFound) throw error;
        }),
      );
    },
  };
}

function gitHubIssues({ attempt, client, here }: GitHubConnection, ask: AskOwn): Forge['issues'] {
  return {
    ownWithLabel: async (label) => {
      const isOwn = await ask('read issues');
      const all = await attempt('read issues', () =>
        client.paginate('GET /repos/{owner}/{repo}/issues', {
          ...here,
          labels: label,
          state: 'all',
          sort: 'created',
          direction: 'asc',
          per_page: 100,
        }),
      );
      return all
        .filter(({ pull_request, user }) => pull_request === undefined && isOwn(user))
        .map(issueOf);
    },
    create: async ({ body, labels, title }) => {
      await attempt('write an issue', () =>
        client.request('POST /repos/{owner}/{repo}/issues', {
          ...here,
          ...once,
          title,
          body,
          labels: [...labels],
        }),
      );
    },
    update: async (number, { labels, ...change }) => {
      await attempt('write an issue', () =>
        client.request('PATCH /repos/{owner}/{repo}/issues/{issue_number}', {
          ...here,
          issue_number: number,
          ...change,
          ...(labels !== undefined && { labels: [...labels] }),
        }),
      );
    },
  };
}

/** A run that does not exist is of no pull request. */
function askRunOf({ attempt, client, here }: GitHubConnection): Forge['isRunOf'] {
  return (pullRequest, run) =>
    attempt('read pipelines', async () => {
      try {
        const route = 'GET /repos/{owner}/{repo}/actions/runs/{run_id}';
        const { data } = await client.request(route, { ...here, run_id: run });
        return (data.pull_requests ?? []).some(({ number }) => number === pullRequest);
      } catch (error) {
        if (refusalOf(error).status === notFound) return false;
        throw error;
      }
    });
}

/**
 * Returns a client for GitHub, or for a GitHub Enterprise Server at another `url`.
 *
 * @see https://docs.github.com/en/rest
 */
export function gitHub(access: ForgeAccess): Forge {
  const connection = gitHubConnection(access);
  const ask = askOwn(connection);
  return {
    isRunOf: askRunOf(connection),
    comments: gitHubComments(connection, ask),
    issues: gitHubIssues(connection, ask),
  };
}
