// SPDX-License-Identifier: Apache-2.0
import { createRequesterFn } from '@gitbeaker/requester-utils';
import type { BaseResourceOptions } from '@gitbeaker/requester-utils';
import { Issues, MergeRequestNotes, Users } from '@gitbeaker/rest';
import { explainRefusal, gitLabPermissions } from './explain-refusal.ts';
import type { ForgeAction } from './explain-refusal.ts';
import { defaultPace } from './forge.ts';
import type { Forge, ForgeAccess, ForgeIssue } from './forge.ts';
import { GitLabRefusal, gitLabRequests } from './gitlab-requests.ts';

const notFound = 404;

interface ApiIssue {
  readonly iid: number;
  readonly title: string;
  readonly description: string | null;
  readonly state: string;
  readonly labels: readonly (string | { readonly name: string })[];
  readonly author: { readonly id: number };
}

function issueOf({ description, iid, labels, state, title }: ApiIssue): ForgeIssue {
  return {
    number: iid,
    title,
    body: description ?? '',
    state: state === 'closed' ? 'closed' : 'open',
    labels: labels.map((label) => (typeof label === 'string' ? label : label.name)),
  };
}

/** Events that change an issue's state. */
const stateEvents = { open: 'reopen', closed: 'close' } as const;

interface Connection {
  readonly repository: string;
  readonly options: BaseResourceOptions<false>;
}

async function attempt<T>(
  { repository }: Connection,
  action: ForgeAction,
  request: () => Promise<T>,
): Promise<T> {
  try {
    return await request();
  } catch (error) {
    if (!(error instanceof GitLabRefusal)) throw error;
    throw explainRefusal(gitLabPermissions, action, repository, error);
  }
}

/** Returns the number of the token's account. */
type AskAccount = (action: ForgeAction) => Promise<number>;

/** The account is asked for once, and again after a failure. */
function askAccount(connection: Connection): AskAccount {
  const users = new Users(connection.options);
  let me: Promise<{ readonly id: number }> | undefined;
  return async (action) => {
    me ??= attempt(connection, action, () => users.showCurrentUser()).catch((error: unknown) => {
      me = undefined;
      throw error;
    });
    return (await me).id;
  };
}

function gitLabComments(connection: Connection, ask: AskAccount): Forge['comments'] {
  const { options, repository } = connection;
  const notes = new MergeRequestNotes(options);
  return {
    own: async (pullRequest) => {
      const id = await ask('read comments');
      const all = await attempt(connection, 'read comments', () =>
        notes.all(repository, pullRequest, { perPage: 100, sort: 'asc', orderBy: 'created_at' }),
      );
      return all
        .filter(({ author, system }) => !system && author.id === id)
        .map(({ body, id: note }) => ({ id: note, body }))
        .sort((a, b) => a.id - b.id);
    },
    create: async (pullRequest, body) => {
      await attempt(connection, 'write a comment', () =>
        notes.create(repository, pullRequest, body),
      );
    },
    update: async (pullRequest, id, body) => {
      await attempt(connection, 'write a comment', () =>
        notes.edit(repository, pullRequest, id, { body }),
      );
    },
    remove: async (pullRequest, id) => {
      await attempt(connection, 'write a comment', () =>
        notes.remove(repository, pullRequest, id).catch((error: unknown) => {
          if (!(error instanceof GitLabRefusal) || error.status !== notFound) throw error;
        }),
      );
    },
  };
}

function gitLabIssues(connection: Connection, ask: AskAccount): Forge['issues'] {
  const { options, repository } = connection;
  const issues = new Issues(options);
  return {
    ownWithLabel: async (label) => {
      const id = await ask('read issues');
      const all = await attempt(connection, 'read issues', () =>
        issues.all({
          projectId: repository,
          labels: label,
          state: 'all',
          orderBy: 'created_at',
          sort: 'asc',
          perPage: 100,
        }),
      );
      return all.filter(({ author }) => author.id === id).map(issueOf);
    },
    create: async ({ body, labels, title }) => {
      const more = { description: body, labels: labels.join(',') };
      await attempt(connection, 'write an issue', () => issues.create(repository, title, more));
    },
    update: async (number, { body, labels, state, title }) => {
      await attempt(connection, 'write an issue', () =>
        issues.edit(repository, number, {
          ...(title !== undefined && { title }),
          ...(body !== undefined && { description: body }),
          ...(labels !== undefined && { labels: labels.join(',') }),
          ...(state !== undefined && { stateEvent: stateEvents[state] }),
        }),
      );
    },
  };
}

/** Returns a client for any GitLab server. @see https://docs.gitlab.com/api/rest/ */
export function gitLab(access: ForgeAccess): Forge {
  const { repository, report = (line: string) => console.error(line), token, url } = access;
  const requests = gitLabRequests({ ...defaultPace, ...access.pace }, report);
  const options = {
    host: url.replace(/\/+$/, ''),
    token,
    requesterFn: createRequesterFn((_resource, request) => Promise.resolve(request), requests),
  };
  const connection = { options, repository };
  const ask = askAccount(connection);
  return {
    // Notes are of an account whose token no branch gets, so nobody else has written their numbers.
    isRunOf: () => Promise.resolve(true),
    comments: gitLabComments(connection, ask),
    issues: gitLabIssues(connection, ask),
  };
}
