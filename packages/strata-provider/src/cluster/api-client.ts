// SPDX-License-Identifier: Apache-2.0
import { connectionProblem } from './connection-problem.ts';
import type { Access } from '@strata/cluster-reader/kubeconfig';
import { sendRequest } from '@strata/cluster-reader/send-request';

/** How long one request may take. */
const defaultSeconds = 15;

/** An API that cannot be reached, or refuses. */
export class ApiError extends Error {
  readonly reason: string;
  /** HTTP status; 0 when there was no answer. */
  readonly status: number;
  /** What it answered. */
  readonly body: string;

  constructor(server: string, reason: string, status: number, body = '') {
    super(`${server}: ${reason}`);
    this.name = 'ApiError';
    this.reason = reason;
    this.status = status;
    this.body = body;
  }
}

/** Requests to the API of one cluster. */
export interface ApiClient {
  readonly server: string;
  /**
   * The text of a path.
   *
   * @throws ApiError for every answer but 200.
   */
  readonly text: (path: string) => Promise<string>;
  /** One object or list; undefined when there is no such object or kind. */
  readonly get: <T>(path: string) => Promise<T | undefined>;
  /** Deletes an object, with what it owns, in the background. It may be gone already. */
  readonly delete: (path: string) => Promise<void>;
}

/**
 * A client for a cluster.
 *
 * @param options.seconds - how long each request may take. @default 15
 */
export function apiClient(
  { server, options }: Access,
  { signal, seconds = defaultSeconds }: { signal: AbortSignal; seconds?: number },
): ApiClient {
  const base = server.replace(/\/$/, '');
  const ask = async (method: string, path: string) => {
    signal.throwIfAborted();
    const timeout = AbortSignal.timeout(seconds * 1_000);
    try {
      return await sendRequest(new URL(base + path), {
        ...options,
        method,
        // A connection of its own: what answers may be another machine by the next time.
        agent: false,
        signal: AbortSignal.any([signal, timeout]),
      });
    } catch (error) {
      signal.throwIfAborted();
      const reason = timeout.aborted ? `no answer within ${seconds} s` : connectionProblem(error);
      throw new ApiError(base, reason, 0);
    }
  };
  const expect = async (method: string, path: string, isRight: (status: number) => boolean) => {
    const { status, body } = await ask(method, path);
    if (isRight(status)) return { status, body };
    const reason = `it refuses to ${method} ${path}: ${refusal(status, body)}`;
    throw new ApiError(base, reason, status, body);
  };
  return {
    server: base,
    text: async (path) => (await expect('GET', path, (status) => status === 200)).body,
    get: async <T>(path: string) => {
      const { status, body } = await expect('GET', path, (code) => code === 200 || code === 404);
      return status === 404 ? undefined : (JSON.parse(body) as T);
    },
    delete: async (path) => {
      const separator = path.includes('?') ? '&' : '?';
      const gone = (status: number) => status < 300 || status === 404;
      await expect('DELETE', `${path}${separator}propagationPolicy=Background`, gone);
    },
  };
}

/** The API's own words, where it has any. */
function refusal(status: number, body: string): string {
  try {
    const { message } = JSON.parse(body) as { readonly message?: string };
    return message === undefined ? `HTTP ${status}` : `${message} (HTTP ${status})`;
  } catch {
    return `HTTP ${status}`;
  }
}
