// SPDX-License-Identifier: Apache-2.0
import { z } from 'zod';
import { ForgeError } from './forge.ts';
import type { ForgeAccess } from './forge.ts';
import { gitHubConnection, refusalOf } from './github-connection.ts';
import type { GitHubConnection } from './github-connection.ts';
import { askOnce, isSameLabel, labelStateOf } from './pull-request-reader.ts';
import type { PullRequestEvent, PullRequestReader } from './pull-request-reader.ts';

const notFound = 404;

/** @see https://docs.github.com/en/rest/issues/issues#get-an-issue */
const issue = z.looseObject({
  number: z.int(),
  state: z.enum(['open', 'closed']),
  labels: z.array(z.union([z.string(), z.looseObject({ name: z.string().optional() })])),
  pull_request: z.unknown().optional(),
});

/** @see https://docs.github.com/en/rest/using-the-rest-api/issue-event-types */
const events = z.array(
  z.looseObject({
    event: z.string(),
    created_at: z.iso.datetime(),
    actor: z.looseObject({ login: z.string(), type: z.string() }).nullable(),
    label: z.looseObject({ name: z.string() }).optional(),
  }),
);

/**
 * Permissions that allow to write; "maintain" is told as "write", "triage" as "read".
 *
 * @see https://docs.github.com/en/rest/collaborators/collaborators#get-repository-permissions-for-a-user
 */
const writing: readonly string[] = ['admin', 'write'];
const permission = z.looseObject({ permission: z.string() });

/** Events that matter, by the names that GitHub gives them. */
const kinds: ReadonlyMap<string, PullRequestEvent<string>['kind']> = new Map([
  ['labeled', 'labelled'],
  ['unlabeled', 'unlabelled'],
  ['reopened', 'reopened'],
]);

function eventOf(
  { actor, created_at: at, event, label: changed }: z.output<typeof events>[number],
  label: string,
): PullRequestEvent<string>[] {
  const kind = kinds.get(event);
  if (kind === undefined) return [];
  if (kind !== 'reopened' && !isSameLabel(changed?.name ?? '', label)) return [];
  const account = actor?.type === 'User' ? actor.login : undefined;
  return [{ kind, at: Date.parse(at), account }];
}

/** Returns a function that tells whether an account may write; it asks once about each. */
function askWriters({ attempt, client, here }: GitHubConnection) {
  const ask = async (username: string): Promise<boolean> => {
    try {
      const route = 'GET /repos/{owner}/{repo}/collaborators/{username}/permission';
      const { data } = await client.request(route, { ...here, username });
      return writing.includes(permission.parse(data).permission);
    } catch (error) {
      if (refusalOf(error).status === notFound) return false;
      throw error;
    }
  };
  return askOnce((login: string) => attempt('read permissions', () => ask(login)));
}

/** Returns a reader for GitHub; makes no request yet. */
export function gitHubPullRequests(access: ForgeAccess): PullRequestReader {
  const connection = gitHubConnection(access);
  const { attempt, client, here } = connection;
  const ask = <T>(request: () => Promise<T>) => attempt('read pull requests', request);
  const mayWrite = askWriters(connection);
  return {
    labelled: async (label) => {
      const found = await ask(() =>
        client.paginate('GET /repos/{owner}/{repo}/issues', {
          ...here,
          labels: label,
          state: 'open',
          sort: 'created',
          direction: 'asc',
          per_page: 100,
        }),
      );
      return z
        .array(issue)
        .parse(found)
        .filter(({ pull_request: pullRequest }) => pullRequest !== undefined)
        .map(({ number }) => number)
        .sort((one, other) => one - other);
    },
    stateOf: async (number, label) => {
      const of = { ...here, issue_number: number };
      const { data } = await ask(() =>
        client.request('GET /repos/{owner}/{repo}/issues/{issue_number}', of),
      );
      const { labels, pull_request: pullRequest, state } = issue.parse(data);
      if (pullRequest === undefined) {
        throw new ForgeError(`${access.repository}#${number} is an issue, and no pull request.`);
      }
      const names = labels.map((one) => (typeof one === 'string' ? one : (one.name ?? '')));
      const isOpen = state === 'open';
      const hasLabel = names.some((name) => isSameLabel(name, label));
      if (!isOpen) return { isOpen, hasLabel };
      const all = await ask(() =>
        client.paginate('GET /repos/{owner}/{repo}/issues/{issue_number}/events', {
          ...of,
          per_page: 100,
        }),
      );
      const relevant = events.parse(all).flatMap((one) => eventOf(one, label));
      return labelStateOf(hasLabel, relevant, mayWrite);
    },
  };
}
