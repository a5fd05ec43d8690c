// SPDX-License-Identifier: Apache-2.0
import { printableLine } from '@strata/contracts/one-line';
import type { Answer } from './send-request.ts';

/** Error of an API that cannot be reached, or that refuses a request. */
export class ApiError extends Error {
  readonly reason: string;
  /** HTTP status; 0 when there was no answer. */
  readonly status: number;
  /** Body of the answer. */
  readonly body: string;

  constructor(server: string, reason: string, status: number, body = '') {
    super(`${server}: ${reason}`);
    this.name = 'ApiError';
    this.reason = reason;
    this.status = status;
    this.body = body;
  }

  /**
   * Whether the same work may succeed a moment later: the API cannot be reached, is starting or is
   * overloaded, or an object has changed or disappeared since it was read.
   *
   * @see https://github.com/kubernetes/kubernetes/blob/v1.35.4/staging/src/k8s.io/apiserver/pkg/storage/cacher/cacher.go ("storage is (re)initializing" is a 429)
   */
  get isPassing(): boolean {
    return [0, 404, 409, 429].includes(this.status) || this.status >= 500;
  }

  /**
   * Message of the `Status` object in the API server's answer; undefined if the answer is not one.
   */
  get statusMessage(): string | undefined {
    return statusMessageOf(this.body);
  }
}

/**
 * Returns an answer with the status that it stands for. An API server sends some refusals, such as that of
 * an eviction where a pod has several budgets, as objects with HTTP 201.
 *
 * @see https://github.com/kubernetes/kubernetes/blob/v1.35.4/pkg/registry/core/pod/storage/eviction.go
 * @see https://github.com/kubernetes/kubernetes/blob/v1.35.4/staging/src/k8s.io/apiserver/pkg/endpoints/handlers/create.go
 */
export function withOwnStatus(answer: Answer): Answer {
  if (!answer.body.includes('"Failure"')) return answer;
  try {
    const { kind, status, code } = JSON.parse(answer.body) as Readonly<Record<string, unknown>>;
    if (kind !== 'Status' || status !== 'Failure') return answer;
    return { ...answer, status: typeof code === 'number' && code >= 400 ? code : 500 };
  } catch {
    return answer;
  }
}

/** Returns the error of an answer that is a refusal, in printable form: the API may be a tenant's. */
export function refusal(server: string, request: string, { body, status }: Answer): ApiError {
  const message = statusMessageOf(body);
  const why =
    message === undefined ? `HTTP ${status}` : `${printableLine(message)} (HTTP ${status})`;
  return new ApiError(server, `it refuses to ${request}: ${why}`, status, body);
}

/**
 * Returns the answer as JSON.
 *
 * @throws ApiError where it is not.
 */
export function jsonOf(server: string, request: string, { body, status }: Answer): unknown {
  try {
    return JSON.parse(body) as unknown;
  } catch {
    throw new ApiError(
      server,
      `it answers ${request} with something that is not JSON`,
      status,
      body,
    );
  }
}

/** @see https://kubernetes.io/docs/reference/kubernetes-api/common-definitions/status/ */
function statusMessageOf(body: string): string | undefined {
  try {
    const { message } = JSON.parse(body) as { readonly message?: unknown };
    return typeof message === 'string' ? message : undefined;
  } catch {
    return undefined;
  }
}
