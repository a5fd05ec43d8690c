// SPDX-License-Identifier: Apache-2.0
import { Agent as HttpAgent, request as httpRequest, type IncomingMessage } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import type { Connection } from './credentials.ts';
import type { Log } from './log.ts';

/** The API server refused, did not answer, or answered too late. */
export class ApiRefusal extends Error {
  override readonly name = 'ApiRefusal';
  /** HTTP status; 0 when there was no answer. */
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/** Whether somebody else has made or changed the object meanwhile. */
export function isConflict(error: unknown): boolean {
  return error instanceof ApiRefusal && error.status === 409;
}

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** A body's type where it is not plain JSON. */
export const patchTypes = {
  merge: 'application/merge-patch+json',
  strategic: 'application/strategic-merge-patch+json',
  json: 'application/json-patch+json',
} as const;

/** No plain request may take longer, in milliseconds. */
const requestTimeout = 30_000;

/**
 * A watch that is silent for so long is dead, in milliseconds: a server bookmarks it every minute,
 * and a machine that vanishes says no goodbye.
 */
const watchSilence = 150_000;

interface Outgoing {
  readonly method: Method;
  readonly path: string;
  readonly body?: unknown;
  readonly contentType?: string;
  /** In milliseconds. @default 30 s */
  readonly timeout?: number;
  readonly signal?: AbortSignal;
}

/**
 * JSON requests to one API server under one identity, with nothing but Node's own modules: a
 * stand-in is small enough to run three times beside the clusters that it serves.
 */
export class ApiClient {
  /** Which cluster this is, for the log: `tenant` or `infra`. */
  readonly cluster: string;
  private readonly connection: Connection;
  private readonly log: Log;
  private readonly agent: HttpAgent | HttpsAgent;

  constructor(cluster: string, connection: Connection, log: Log) {
    this.cluster = cluster;
    this.connection = connection;
    this.log = log;
    const { ca, cert, key } = connection;
    this.agent = connection.server.startsWith('https:')
      ? new HttpsAgent({ keepAlive: true, ca, cert, key })
      : new HttpAgent({ keepAlive: true });
  }

  /** @throws ApiRefusal */
  async get<T>(path: string): Promise<T> {
    return await this.exchange<T>({ method: 'GET', path });
  }

  /** The object, or undefined when there is none. @throws ApiRefusal for anything else. */
  async find<T>(path: string): Promise<T | undefined> {
    return await missingIsUndefined(this.get<T>(path));
  }

  async create<T>(path: string, body: unknown): Promise<T> {
    return await this.exchange<T>({ method: 'POST', path, body });
  }

  async replace<T>(path: string, body: unknown): Promise<T> {
    return await this.exchange<T>({ method: 'PUT', path, body });
  }

  /** A JSON merge patch, or a JSON patch when the body is a list. */
  async patch<T>(path: string, body: unknown): Promise<T> {
    const contentType = Array.isArray(body) ? patchTypes.json : patchTypes.merge;
    return await this.exchange<T>({ method: 'PATCH', path, body, contentType });
  }

  /**
   * Adds a finalizer to an object of a built-in kind, or takes it away, whatever else is in the
   * list by now.
   *
   * @param path - Of the object, or of its status.
   */
  async setFinalizer<T>(path: string, finalizer: string, wanted: boolean): Promise<T> {
    const key = wanted ? 'finalizers' : '$deleteFromPrimitiveList/finalizers';
    const body = { metadata: { [key]: [finalizer] } };
    const contentType = patchTypes.strategic;
    return await this.exchange<T>({ method: 'PATCH', path, body, contentType });
  }

  /** Deletes; an object that is not there counts as deleted. */
  async remove(path: string): Promise<void> {
    await missingIsUndefined(this.exchange({ method: 'DELETE', path }));
  }

  /** Opens a watch; its lines come as they are written, until the server or the signal ends it. */
  async watch(path: string, onLine: (line: string) => void, signal: AbortSignal): Promise<void> {
    const answer = await this.send({ method: 'GET', path, signal, timeout: watchSilence });
    if (answer.statusCode !== 200) throw this.refusal('GET', path, answer, await textOf(answer));
    answer.setEncoding('utf8');
    let rest = '';
    for await (const chunk of answer) {
      const lines = (rest + (chunk as string)).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) if (line !== '') onLine(line);
    }
  }

  /** Closes the connections that nothing uses. */
  close(): void {
    this.agent.destroy();
  }

  private async exchange<T>(outgoing: Outgoing): Promise<T> {
    const answer = await this.send(outgoing);
    const text = await textOf(answer);
    const status = answer.statusCode ?? 0;
    if (status < 200 || status > 299) {
      throw this.refusal(outgoing.method, outgoing.path, answer, text);
    }
    return (text === '' ? undefined : JSON.parse(text)) as T;
  }

  private async send(outgoing: Outgoing): Promise<IncomingMessage> {
    const { method, path, body, contentType = 'application/json', signal } = outgoing;
    const payload = body === undefined ? undefined : JSON.stringify(body);
    const token = this.connection.token?.();
    const options = {
      ...{ method, agent: this.agent, signal, timeout: outgoing.timeout ?? requestTimeout },
      headers: {
        // Some of KubeVirt's answers have no type, and are refused to whoever wants JSON alone.
        accept: 'application/json, */*',
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...(payload !== undefined && {
          'content-type': contentType,
          'content-length': Buffer.byteLength(payload),
        }),
      },
    };
    const url = new URL(this.connection.server.replace(/\/$/, '') + path);
    return await new Promise((resolve, reject) => {
      const open = url.protocol === 'https:' ? httpsRequest : httpRequest;
      const request = open(url, options, resolve);
      request.on('timeout', () => request.destroy(new Error('no answer in time')));
      request.on('error', (error) => {
        reject(new ApiRefusal(0, `${this.cluster} cluster: ${error.message}`));
      });
      request.end(payload);
    });
  }

  private refusal(
    method: Method,
    path: string,
    { statusCode = 0 }: IncomingMessage,
    text: string,
  ): ApiRefusal {
    const message = statusMessage(text);
    // The one line that says which RBAC rule is missing, whatever becomes of the request.
    if (statusCode === 403) {
      this.log.error(
        `${this.cluster} cluster refuses ${describeRequest(method, path)}: ${message}`,
      );
    }
    return new ApiRefusal(statusCode, message);
  }
}

/** A request in the words of an RBAC rule: `list of kubevirt.io virtualmachines`. */
export function describeRequest(method: Method, url: string): string {
  const [path = '', query = ''] = url.split('?');
  const match =
    /^\/(?:api\/v1|apis\/(?<group>[^/]+)\/[^/]+)\/(?:namespaces\/(?<namespace>[^/]+)\/(?=.))?(?<resource>[^/]+)(?:\/(?<name>[^/]+))?(?:\/(?<sub>[^/]+))?$/.exec(
      path,
    );
  const { group = '', namespace, resource = path, name, sub } = match?.groups ?? {};
  const reading = name !== undefined ? 'get' : query.includes('watch=1') ? 'watch' : 'list';
  const verb = { GET: reading, POST: 'create', PUT: 'update', PATCH: 'patch', DELETE: 'delete' };
  const what = `${group === '' ? '' : `${group} `}${resource}${sub === undefined ? '' : `/${sub}`}`;
  return `${verb[method]} of ${what}${namespace === undefined ? '' : ` in ${namespace}`}`;
}

async function missingIsUndefined<T>(answer: Promise<T>): Promise<T | undefined> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof ApiRefusal && error.status === 404) return undefined;
    throw error;
  }
}

async function textOf(answer: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of answer) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

function statusMessage(text: string): string {
  try {
    return (JSON.parse(text) as { message?: string }).message ?? text;
  } catch {
    return text.slice(0, 300);
  }
}
