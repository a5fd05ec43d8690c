// SPDX-License-Identifier: Apache-2.0
import { Octokit } from '@octokit/core';
import { paginateRest } from '@octokit/plugin-paginate-rest';
import { retry } from '@octokit/plugin-retry';
import { throttling } from '@octokit/plugin-throttling';
import Bottleneck from 'bottleneck';
import { explainRefusal, gitHubPermissions } from './explain-refusal.ts';
import type { ForgeAction, Refusal } from './explain-refusal.ts';
import { defaultPace } from './forge.ts';
import type { ForgeAccess, Pace } from './forge.ts';

const Client = Octokit.plugin(paginateRest, retry, throttling);

/**
 * Seconds between two writes, and between two that notify people.
 *
 * @see https://docs.github.com/en/rest/using-the-rest-api/best-practices-for-using-the-rest-api#pause-between-mutative-requests
 */
const pauses = { write: 1, notifications: 3 } as const;

/** Maximal number of waits for a rate limit, for one request. */
const rateLimitRetries = 3;

function pause(seconds: number, { secondMs }: Pace) {
  return new Bottleneck.Group({ maxConcurrent: 1, minTime: seconds * secondMs });
}

/** Statuses that a retry does not change; another plugin handles rate limits. */
const finalStatuses = [400, 401, 403, 404, 410, 422, 429, 451];

function limitHandler(what: string, pace: Pace, report: (line: string) => void) {
  return (seconds: number, _options: unknown, _client: unknown, tries: number) => {
    const waits = tries < rateLimitRetries && seconds <= pace.longestWaitSeconds;
    report(
      waits
        ? `GitHub's ${what} is reached: waiting ${seconds} s.`
        : `GitHub's ${what} is reached for ${seconds} s, which is too long to wait: run it again then.`,
    );
    return waits;
  };
}

function connect({ report = (line) => console.error(line), token, url }: ForgeAccess, pace: Pace) {
  return new Client({
    auth: token,
    baseUrl: url,
    // Octokit's own log would show addresses and bodies.
    log: { debug: () => undefined, info: () => undefined, warn: report, error: () => undefined },
    request: {
      fetch: (address: string, options: RequestInit) =>
        fetch(address, { ...options, signal: AbortSignal.timeout(pace.timeoutMs) }),
    },
    retry: {
      retries: pace.retries,
      retryAfterBaseValue: pace.secondMs,
      doNotRetry: finalStatuses,
    },
    throttle: {
      write: pause(pauses.write, pace),
      notifications: pause(pauses.notifications, pace),
      retryAfterBaseValue: pace.secondMs,
      onRateLimit: limitHandler('rate limit', pace, report),
      onSecondaryRateLimit: limitHandler('secondary rate limit', pace, report),
    },
  });
}

/**
 * Converts an error of Octokit. It reports a missing answer as status 500, with the error of
 * `fetch` as its cause.
 */
export function refusalOf(error: unknown): Refusal {
  if (!(error instanceof Error)) return { status: 0, message: String(error) };
  const status = 'status' in error && typeof error.status === 'number' ? error.status : 0;
  const answered = 'response' in error && error.response !== undefined;
  return { status: answered || status !== 500 ? status : 0, message: error.message };
}

/** Client of one repository. */
export interface GitHubConnection {
  readonly client: ReturnType<typeof connect>;
  readonly here: { readonly owner: string; readonly repo: string };
  /**
   * Runs a request and converts its errors into messages.
   *
   * @throws ForgeError
   */
  readonly attempt: <T>(action: ForgeAction, request: () => Promise<T>) => Promise<T>;
}

/** Returns a client for GitHub; makes no request yet. */
export function gitHubConnection(access: ForgeAccess): GitHubConnection {
  const [owner = '', repo = ''] = access.repository.split('/');
  return {
    client: connect(access, { ...defaultPace, ...access.pace }),
    here: { owner, repo },
    attempt: async (action, request) => {
      try {
        return await request();
      } catch (error) {
        throw explainRefusal(gitHubPermissions, action, access.repository, refusalOf(error));
      }
    },
  };
}
