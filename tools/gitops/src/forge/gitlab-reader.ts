// SPDX-License-Identifier: Apache-2.0
import { explainRefusal, gitLabPermissions } from './explain-refusal.ts';
import type { ForgeAction } from './explain-refusal.ts';
import { defaultPace } from './forge.ts';
import type { ForgeAccess } from './forge.ts';
import { askGitLab, GitLabRefusal, gitLabRequests, redirectOf } from './gitlab-requests.ts';

const notFound = 404;

/** Reader of a GitLab project, by paths of its REST API. */
export interface GitLabReader {
  /**
   * Returns one object.
   *
   * @param path - path below the project, such as `protected_branches/main`; empty for the project
   * itself.
   * @returns undefined when there is no such object.
   */
  readonly one: (path: string) => Promise<unknown>;
  /** Returns all pages of a list; undefined when the server does not know the list. */
  readonly all: (
    path: string,
    query?: Readonly<Record<string, string>>,
  ) => Promise<readonly unknown[] | undefined>;
  /**
   * Returns a file of a job's artifact, as text; undefined only when there is no such file.
   *
   * @param longest - maximal length in bytes; a longer file is cut off there, so it is no longer
   * valid JSON.
   */
  readonly artifact: (job: number, file: string, longest: number) => Promise<string | undefined>;
}

async function textOf(response: Response, longest: number): Promise<string> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of response.body ?? []) {
    chunks.push(chunk as Uint8Array);
    length += (chunk as Uint8Array).length;
    if (length > longest) break;
  }
  return Buffer.concat(chunks).subarray(0, longest).toString('utf8');
}

/** Returns a reader for GitLab; makes no request yet. @see https://docs.gitlab.com/api/rest/ */
export function gitLabReader(access: ForgeAccess, action: ForgeAction): GitLabReader {
  const { repository, report = (line: string) => console.error(line), token, url } = access;
  const pace = { ...defaultPace, ...access.pace };
  const request = gitLabRequests(pace, report);
  const askFor = askGitLab(pace, report);
  const prefixUrl = `${url.replace(/\/+$/, '')}/api/v4/projects/${encodeURIComponent(repository)}`;
  const headers = { 'private-token': token };
  /** Returns undefined for what does not exist; throws a clear message for any other error. */
  const attempt = async <T>(path: string, tried: Promise<T>): Promise<T | undefined> => {
    try {
      return await tried;
    } catch (error) {
      if (!(error instanceof GitLabRefusal)) throw error;
      if (error.status === notFound && path !== '') return undefined;
      throw explainRefusal(gitLabPermissions, action, repository, error);
    }
  };
  const get = (path: string, query: Readonly<Record<string, string>> = {}) => {
    const searchParams = new URLSearchParams(query).toString();
    const whole = path === '' ? prefixUrl : `${prefixUrl}/${path}`;
    return attempt(path, request(whole, { method: 'GET', prefixUrl: url, searchParams, headers }));
  };
  const fetchArtifact = async (address: URL, longest: number): Promise<string> => {
    const read = (response: Response) => textOf(response, longest);
    const first = await askFor(address, {
      method: 'GET',
      headers,
      redirect: 'manual',
      read: async (response): Promise<{ text: string } | { location: string }> => {
        const location = redirectOf(response);
        return location === undefined ? { text: await read(response) } : { location };
      },
    });
    if ('text' in first) return first.text;
    // If the file is stored on another server, that server does not get the token.
    return askFor(new URL(first.location, address), { method: 'GET', read });
  };
  return {
    one: async (path) => (await get(path))?.body,
    all: async (path, query) => {
      const items: unknown[] = [];
      for (let page = '1'; page !== '';) {
        const answer = await get(path, { ...query, per_page: '100', page });
        if (answer === undefined) return undefined;
        items.push(...(Array.isArray(answer.body) ? answer.body : []));
        page = answer.headers['x-next-page'] ?? '';
      }
      return items;
    },
    artifact: (job, file, longest) => {
      const path = `jobs/${job}/artifacts/${file}`;
      return attempt(path, fetchArtifact(new URL(`${prefixUrl}/${path}`), longest));
    },
  };
}
