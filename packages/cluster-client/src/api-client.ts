// SPDX-License-Identifier: Apache-2.0
import type { Agent, OutgoingHttpHeaders } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import type { RequestOptions } from 'node:https';
import { ApiError, jsonOf, refusal, withOwnStatus } from './api-error.ts';
import { connectionProblem } from './connection-problem.ts';
import type { Access } from './read-kubeconfig.ts';
import { openResponse, sendRequest } from './send-request.ts';
import type { Answer } from './send-request.ts';
import { readEvents } from './watch-events.ts';
import type { WatchEvent } from './watch-events.ts';

const { Agent: HttpAgent } = process.getBuiltinModule('node:http');

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** Kinds of a PATCH, with their content types. @see https://kubernetes.io/docs/reference/using-api/api-concepts/#patch-and-apply */
const patchTypes = {
  merge: 'application/merge-patch+json',
  strategic: 'application/strategic-merge-patch+json',
  json: 'application/json-patch+json',
} as const;

/** Optional parts of a request, in addition to its method and path. */
export interface RequestExtras {
  readonly body?: object;
  /** Bearer token instead of the credentials of the client. */
  readonly token?: string;
  /** Content types of the answer. @default `application/json` */
  readonly accept?: string | undefined;
  /**
   * Kind of a PATCH. A strategic merge patch merges lists by their keys, so that conditions that
   * others have set stay; custom resources do not support it. A JSON patch is a list of operations;
   * it is the only kind that keeps null values in lists.
   *
   * @default 'merge'
   */
  readonly patch?: keyof typeof patchTypes;
}

/** Settings of all requests of a client. */
export interface ClientOptions {
  /** Aborts all requests. @default none */
  readonly signal?: AbortSignal;
  /** Time limit of each request. @default 15 */
  readonly seconds?: number;
  /**
   * - `new`: one for each request, because another VM may serve the address by the next one.
   * - `shared`: those of the process, which it closes when they are idle for a few seconds.
   * - `kept`: the client's own, until {@link ApiClient.close}.
   *
   * @default 'new'
   */
  readonly connections?: 'new' | 'shared' | 'kept';
  /** Returns why there was no answer. @default {@link connectionProblem} */
  readonly sayProblem?: (error: unknown) => string;
}

/** Client for the API of one cluster. */
export class ApiClient {
  readonly server: string;
  readonly #login: RequestOptions;
  readonly #options: ClientOptions & Required<Pick<ClientOptions, 'seconds' | 'sayProblem'>>;
  readonly #agent: Agent | false | undefined;

  constructor({ server, options: login }: Access, options: ClientOptions = {}) {
    this.server = server.replace(/\/$/, '');
    this.#login = login;
    this.#options = { seconds: 15, sayProblem: connectionProblem, ...options };
    const { connections = 'new' } = options;
    if (connections === 'new') this.#agent = false;
    if (connections === 'kept') {
      const Kept = server.startsWith('http:') ? HttpAgent : HttpsAgent;
      this.#agent = new Kept({ keepAlive: true });
    }
  }

  /**
   * Sends one request and returns the answer, whatever its status is.
   *
   * @throws ApiError with status 0 when there is no answer in time.
   */
  async send(method: Method, path: string, extras: RequestExtras = {}): Promise<Answer> {
    const { sayProblem, seconds, signal } = this.#options;
    signal?.throwIfAborted();
    const timeout = AbortSignal.timeout(seconds * 1_000);
    try {
      const text = extras.body && JSON.stringify(extras.body);
      const options = {
        ...this.#optionsOf(method, extras, text),
        signal: signal === undefined ? timeout : AbortSignal.any([signal, timeout]),
      };
      return await sendRequest(new URL(this.server + path), options, text);
    } catch (error) {
      signal?.throwIfAborted();
      const reason = timeout.aborted ? `no answer within ${seconds} s` : sayProblem(error);
      throw new ApiError(this.server, reason, 0);
    }
  }

  /**
   * Sends one request and returns the answer as JSON.
   *
   * @throws ApiError when the API refuses or does not answer, or not with JSON.
   */
  async request<T>(method: Method, path: string, extras?: RequestExtras): Promise<T> {
    const answer = await this.#expect(isDone, method, path, extras);
    return jsonOf(this.server, `${method} ${path}`, answer) as T;
  }

  /**
   * Returns the body of the answer to a GET of a path.
   *
   * @throws ApiError for every answer but 200.
   */
  async text(path: string, extras?: Pick<RequestExtras, 'accept'>): Promise<string> {
    return (await this.#expect((status) => status === 200, 'GET', path, extras)).body;
  }

  /** Returns one object or list; undefined when there is no such object or kind. */
  async get<T>(path: string, extras?: Pick<RequestExtras, 'accept'>): Promise<T | undefined> {
    const answer = await this.#expect((code) => code === 200 || code === 404, 'GET', path, extras);
    return answer.status === 404 ? undefined : (jsonOf(this.server, `GET ${path}`, answer) as T);
  }

  /**
   * Deletes an object and, in the background, its dependents. Succeeds if the object does not exist.
   *
   * @param uid - deletes the object only if it has this uid. @default any object of that name
   * @param graceSeconds - grace period, only with a uid; 0 does not wait for a kubelet. @default the
   * grace period of the object
   */
  async delete(path: string, uid?: string, graceSeconds?: number): Promise<void> {
    if (uid === undefined) {
      const separator = path.includes('?') ? '&' : '?';
      const all = `${path}${separator}propagationPolicy=Background`;
      await this.#expect(isDoneOrGone, 'DELETE', all);
      return;
    }
    await this.#expect(isDoneOrGone, 'DELETE', path, { body: deleteOptions(uid, graceSeconds) });
  }

  /** Changes an object by a merge patch. @see https://www.rfc-editor.org/rfc/rfc7386 */
  async patch(path: string, change: object): Promise<void> {
    await this.#expect(isDone, 'PATCH', path, { body: change });
  }

  /** Changes an object by a merge patch, and returns it; undefined when there is no such object. */
  async patched<T>(
    path: string,
    change: object,
    extras?: Pick<RequestExtras, 'accept'>,
  ): Promise<T | undefined> {
    const request = { ...extras, body: change };
    const answer = await this.#expect(isDoneOrGone, 'PATCH', path, request);
    return answer.status === 404 ? undefined : (jsonOf(this.server, `PATCH ${path}`, answer) as T);
  }

  /** Creates an object by a POST to a path. */
  async post(path: string, object: object): Promise<void> {
    const answer = withOwnStatus(await this.#expect(isDone, 'POST', path, { body: object }));
    if (!isDone(answer.status)) throw refusal(this.server, `POST ${path}`, answer);
  }

  /**
   * Watches a list until the server ends the stream, or nothing has come for so long that the
   * connection may be dead.
   *
   * @param path - path of a list with `watch=true` and the version to start from.
   * @param signal - ends it, with an error.
   * @throws ApiError when the API refuses or the connection breaks.
   */
  async watch<T>(
    path: string,
    signal: AbortSignal,
    onEvent: (event: WatchEvent<T>) => void,
  ): Promise<void> {
    const url = new URL(this.server + path);
    const open = (either: AbortSignal) =>
      openResponse(url, { ...this.#optionsOf('GET', {}), signal: either });
    try {
      const refused = await readEvents(open, signal, onEvent);
      if (refused !== undefined) throw refusal(this.server, `GET ${path}`, refused);
    } catch (error) {
      if (signal.aborted || error instanceof ApiError) throw error;
      throw new ApiError(this.server, this.#options.sayProblem(error), 0);
    }
  }

  /** Closes the connections that are kept. */
  close(): void {
    if (this.#agent !== false) this.#agent?.destroy();
  }

  async #expect(
    isRight: (status: number) => boolean,
    method: Method,
    path: string,
    extras?: RequestExtras,
  ): Promise<Answer> {
    const answer = await this.send(method, path, extras);
    if (isRight(answer.status)) return answer;
    throw refusal(this.server, `${method} ${path}`, answer);
  }

  #optionsOf(method: Method, extras: RequestExtras, body?: string): RequestOptions {
    const { accept, patch = 'merge', token } = extras;
    const { cert, headers, key, ...tls } = this.#login;
    const type = method === 'PATCH' ? patchTypes[patch] : 'application/json';
    return {
      ...tls,
      // A client certificate would win over a token.
      ...(token === undefined && { cert, key }),
      method,
      headers: {
        ...(headers as OutgoingHttpHeaders | undefined),
        ...(accept !== undefined && { accept }),
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        // Node does not send the length of a DELETE's body by itself.
        ...(body !== undefined && {
          'content-type': type,
          'content-length': Buffer.byteLength(body),
        }),
      },
      agent: this.#agent,
    };
  }
}

const isDone = (status: number) => status >= 200 && status < 300;
const isDoneOrGone = (status: number) => isDone(status) || status === 404;

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
