// SPDX-License-Identifier: Apache-2.0
import type { OutgoingHttpHeaders } from 'node:http';
import { connectionProblem } from './connection-problem.ts';
import type { Access } from '@strata/cluster-reader/kubeconfig';
import { sendRequest } from '@strata/cluster-reader/send-request';

/** Default time limit of one request, in seconds. */
const defaultSeconds = 15;

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
}

/** Client for the API of one cluster. */
export interface ApiClient {
  readonly server: string;
  /**
   * Returns the body of the answer to a GET of a path.
   *
   * @throws ApiError for every answer but 200.
   */
  readonly text: (path: string) => Promise<string>;
  /** Returns one object or list; undefined when there is no such object or kind. */
  readonly get: <T>(path: string) => Promise<T | undefined>;
  /**
   * Deletes an object and, in the background, its dependents. Succeeds if the object does not exist.
   *
   * @param uid - deletes the object only if it has this uid. @default any object of that name
   * @param graceSeconds - grace period, only with a uid; 0 does not wait for a kubelet. @default the
   * grace period of the object
   */
  readonly delete: (path: string, uid?: string, graceSeconds?: number) => Promise<void>;
  /** Changes an object by a merge patch. @see https://www.rfc-editor.org/rfc/rfc7386 */
  readonly patch: (path: string, change: object) => Promise<void>;
  /**
   * Returns an object or list with nothing but metadata, so that no content of Secrets leaves the cluster;
   * undefined when there is no such object.
   *
   * @param change - a merge patch, which is applied before. @default none
   */
  readonly metadata: <T>(path: string, change?: object) => Promise<T | undefined>;
  /** Creates an object by a POST to a path. */
  readonly post: (path: string, object: object) => Promise<void>;
}

/** Body of a request with its content type. */
interface Content {
  readonly type: string;
  readonly text: string;
}

/** @see https://kubernetes.io/docs/reference/using-api/api-concepts/#alternate-representations-of-resources */
const onlyMetadata = ['PartialObjectMetadataList', 'PartialObjectMetadata'].map(
  (kind) => `application/json;as=${kind};g=meta.k8s.io;v=v1`,
);

const json = (value: object): Content => ({
  type: 'application/json',
  text: JSON.stringify(value),
});

const mergePatch = (value: object): Content => ({
  ...json(value),
  type: 'application/merge-patch+json',
});

function headersOf(content: Content | undefined): OutgoingHttpHeaders {
  if (content === undefined) return {};
  return { 'content-type': content.type, 'content-length': Buffer.byteLength(content.text) };
}

/** Limits of all requests of a client. */
interface ClientOptions {
  readonly signal: AbortSignal;
  /** @default 15 */
  readonly seconds?: number;
}

/** Parts of a request beside its method and path. */
interface RequestParts {
  readonly content?: Content;
  /** Representation of the answer. @default the whole object in JSON */
  readonly accept?: string;
}

/** Returns a function that sends one request and returns its answer, whatever its status is. */
function sender(
  { server, options }: Access,
  { signal, seconds = defaultSeconds }: ClientOptions,
): (method: string, path: string, parts: RequestParts) => ReturnType<typeof sendRequest> {
  return async (method, path, { accept, content }) => {
    signal.throwIfAborted();
    const timeout = AbortSignal.timeout(seconds * 1_000);
    try {
      const all = {
        ...options,
        method,
        headers: {
          ...(options.headers as OutgoingHttpHeaders | undefined),
          ...headersOf(content),
          ...(accept !== undefined && { accept }),
        },
        // A new connection for each request: another VM may serve the address by the next one.
        agent: false,
        signal: AbortSignal.any([signal, timeout]),
      };
      return await sendRequest(new URL(server + path), all, content?.text);
    } catch (error) {
      signal.throwIfAborted();
      const reason = timeout.aborted ? `no answer within ${seconds} s` : connectionProblem(error);
      throw new ApiError(server, reason, 0);
    }
  };
}

/**
 * Returns a client for a cluster.
 *
 * @param options.signal - aborts all requests.
 * @param options.seconds - time limit of each request. @default 15
 */
export function apiClient({ server, options }: Access, limits: ClientOptions): ApiClient {
  const base = server.replace(/\/$/, '');
  const ask = sender({ server: base, options }, limits);
  const expect = async (
    method: string,
    path: string,
    isRight: (status: number) => boolean,
    parts: RequestParts = {},
  ) => {
    const { status, body } = await ask(method, path, parts);
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
    delete: async (path, uid, graceSeconds) => {
      const gone = (status: number) => isDone(status) || status === 404;
      if (uid === undefined) {
        const separator = path.includes('?') ? '&' : '?';
        await expect('DELETE', `${path}${separator}propagationPolicy=Background`, gone);
        return;
      }
      await expect('DELETE', path, gone, { content: json(deleteOptions(uid, graceSeconds)) });
    },
    patch: async (path, value) => {
      await expect('PATCH', path, isDone, { content: mergePatch(value) });
    },
    metadata: async <T>(path: string, change?: object) => {
      const method = change === undefined ? 'GET' : 'PATCH';
      const isRight = (code: number) => isDone(code) || code === 404;
      const { status, body } = await expect(method, path, isRight, {
        accept: onlyMetadata.join(','),
        ...(change !== undefined && { content: mergePatch(change) }),
      });
      return status === 404 ? undefined : (JSON.parse(body) as T);
    },
    post: async (path, value) => {
      await expect('POST', path, isDone, { content: json(value) });
    },
  };
}

/** @see https://kubernetes.io/docs/reference/kubernetes-api/common-definitions/delete-options/ */
function deleteOptions(uid: string, graceSeconds: number | undefined): object {
  return {
    apiVersion: 'v1',
    kind: 'DeleteOptions',
    propagationPolicy: 'Background',
    preconditions: { uid },
    ...(graceSeconds !== undefined && { gracePeriodSeconds: graceSeconds }),
  };
}

const isDone = (status: number) => status < 300;

/** Returns the message of the API with the HTTP status, or only the status. */
function refusal(status: number, body: string): string {
  try {
    const { message } = JSON.parse(body) as { readonly message?: string };
    return message === undefined ? `HTTP ${status}` : `${message} (HTTP ${status})`;
  } catch {
    return `HTTP ${status}`;
  }
}
