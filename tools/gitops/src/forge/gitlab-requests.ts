// SPDX-License-Identifier: Apache-2.0
import { setTimeout as sleep } from 'node:timers/promises';
import type { Refusal } from './explain-refusal.ts';
import type { Pace } from './forge.ts';

/** Request of Gitbeaker. */
export interface GitLabRequest {
  readonly method: string;
  readonly prefixUrl: string;
  readonly searchParams?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** Answer to Gitbeaker. */
export interface GitLabAnswer {
  readonly body: Record<string, unknown> | Record<string, unknown>[] | null;
  readonly headers: Record<string, string>;
  readonly status: number;
}

/** Answer that is not a success. */
export class GitLabRefusal extends Error implements Refusal {
  readonly status: number;

  constructor({ message, status }: Refusal) {
    super(message);
    this.status = status;
  }
}

const tooManyRequests = 429;

/**
 * Returns the seconds until another try that GitLab demands.
 *
 * @see https://docs.gitlab.com/administration/settings/user_and_ip_rate_limits/#response-headers
 */
function wantedWait(response: Response): number | undefined {
  const after = Number(response.headers.get('retry-after') ?? Number.NaN);
  if (Number.isFinite(after)) return after;
  const reset = Number(response.headers.get('ratelimit-reset') ?? Number.NaN);
  return Number.isFinite(reset) ? Math.max(0, Math.ceil(reset - Date.now() / 1000)) : undefined;
}

async function messageOf(response: Response): Promise<string> {
  const text = await response.text();
  try {
    const { error, message } = JSON.parse(text) as { error?: unknown; message?: unknown };
    const said = message ?? error;
    return typeof said === 'string' ? said : JSON.stringify(said ?? '');
  } catch {
    return response.statusText;
  }
}

/**
 * Returns whether a retry does no harm: the request was not processed, or may be processed twice.
 */
function mayRepeat(method: string, status: number): boolean {
  return status === tooManyRequests || ((status === 0 || status >= 500) && method !== 'POST');
}

/** Request, and how its answer is read. */
interface Question<T> {
  readonly method: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** `manual` returns a redirect as the answer. @default follow */
  readonly redirect?: 'follow' | 'manual';
  /** Reads the answer as part of each try, so that an answer that breaks off is requested again. */
  readonly read: (response: Response) => Promise<T>;
}

type Outcome<T> =
  | { readonly answer: T }
  | { readonly refusal: Refusal; readonly wantedWait?: number | undefined };

/** Returns the target of a redirect; undefined for other answers. */
export function redirectOf({ headers, status }: Response): string | undefined {
  return status >= 300 && status < 400 ? (headers.get('location') ?? undefined) : undefined;
}

async function ask<T>(
  url: URL,
  { body, headers, method, read, redirect = 'follow' }: Question<T>,
  { timeoutMs }: Pace,
): Promise<Outcome<T>> {
  try {
    const signal = AbortSignal.timeout(timeoutMs);
    const options = {
      method,
      headers: { ...headers },
      signal,
      redirect,
      ...(body !== undefined && { body }),
    };
    const response = await fetch(url, options);
    const isElsewhere = redirect === 'manual' && redirectOf(response) !== undefined;
    if (response.ok || isElsewhere) return { answer: await read(response) };
    const refusal = { status: response.status, message: await messageOf(response) };
    return { refusal, wantedWait: wantedWait(response) };
  } catch (error) {
    return {
      refusal: { status: 0, message: error instanceof Error ? error.message : 'no answer' },
    };
  }
}

async function answerOf(response: Response): Promise<GitLabAnswer> {
  const type = response.headers.get('content-type') ?? '';
  const body = type.startsWith('application/json')
    ? ((await response.json()) as GitLabAnswer['body'])
    : null;
  return { body, headers: Object.fromEntries(response.headers), status: response.status };
}

/**
 * Returns a function that sends a request to GitLab, and retries it while a retry may help and does
 * no harm.
 *
 * @throws GitLabRefusal when it is final, or after the last try.
 */
export function askGitLab(pace: Pace, report: (line: string) => void) {
  return async <T>(url: URL, question: Question<T>): Promise<T> => {
    for (let tries = 0; ; tries += 1) {
      const outcome = await ask(url, question, pace);
      if ('answer' in outcome) return outcome.answer;
      const { refusal } = outcome;
      const seconds = outcome.wantedWait ?? (tries + 1) ** 2;
      const again = tries < pace.retries && mayRepeat(question.method, refusal.status);
      if (!again || seconds > pace.longestWaitSeconds) throw new GitLabRefusal(refusal);
      if (refusal.status === tooManyRequests) {
        report(`GitLab's rate limit is reached: waiting ${seconds} s.`);
      }
      await sleep(seconds * pace.secondMs);
    }
  };
}

/**
 * Returns a request handler that replaces Gitbeaker's own. That one waits for no rate limit, gives
 * up at a 500 or 503, and repeats requests that create something, which may create it twice.
 *
 * @throws GitLabRefusal when it is final, or after the last try.
 */
export function gitLabRequests(pace: Pace, report: (line: string) => void) {
  const askFor = askGitLab(pace, report);
  return (endpoint: string, options?: Record<string, unknown>): Promise<GitLabAnswer> => {
    const { body, headers, method, prefixUrl, searchParams } = options as unknown as GitLabRequest;
    const url = new URL(endpoint, `${prefixUrl.replace(/\/+$/, '')}/`);
    url.search = searchParams ?? '';
    return askFor(url, {
      method,
      read: answerOf,
      ...(headers !== undefined && { headers }),
      ...(body !== undefined && { body }),
    });
  };
}
