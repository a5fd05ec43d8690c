// SPDX-License-Identifier: Apache-2.0
import type { IncomingMessage } from 'node:http';
import { Agent, request as httpsRequest, type RequestOptions } from 'node:https';
import type { Credentials } from './kubeconfig.ts';

/** The API server refused a request, or did not answer (status 0). */
export class ApiError extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** Milliseconds that one request may take, unless it is a watch. */
const timeout = 15_000;

/**
 * Milliseconds without data after which a watch is started anew: a machine that has moved to
 * another host, with another address, never hears of the connections that it had. Go's client
 * probes a silent connection after 30 s, and waits 15 s for an answer.
 */
const watchSilence = 45_000;

/** Messages of Go's client, and so of a kubelet's log, for errors of connections. */
const goMessages: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'connect: connection refused',
  EHOSTUNREACH: 'connect: no route to host',
  ENETUNREACH: 'connect: network is unreachable',
  ETIMEDOUT: 'connect: connection timed out',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'x509: certificate signed by unknown authority',
  SELF_SIGNED_CERT_IN_CHAIN: 'x509: certificate signed by unknown authority',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'x509: certificate signed by unknown authority',
  CERT_SIGNATURE_FAILURE: 'x509: certificate signed by unknown authority',
  CERT_HAS_EXPIRED: 'x509: certificate has expired or is not yet valid',
  ERR_TLS_CERT_ALTNAME_INVALID: 'x509: certificate is not valid for this address',
};

/** Returns the message of Go's client for an error of a connection. */
export function connectionMessage(error: NodeJS.ErrnoException): string {
  return goMessages[error.code ?? ''] ?? error.message;
}

/** One event of a watch. */
export interface WatchEvent<T> {
  readonly type: 'ADDED' | 'MODIFIED' | 'DELETED' | 'BOOKMARK' | 'ERROR';
  readonly object: T;
}

/** A small client of one API server: keeps connections, speaks JSON, supports watches. */
export class ApiClient {
  private readonly credentials: Credentials;
  private readonly agent: Agent;

  constructor(credentials: Credentials) {
    this.credentials = credentials;
    const { ca, cert, key } = credentials;
    this.agent = new Agent({ keepAlive: true, ca, cert, key });
  }

  /**
   * Sends one request and returns the answer. A PATCH is a strategic merge patch, as kubelets send
   * it.
   *
   * @throws ApiError
   */
  async request<T>(method: Method, path: string, body?: unknown): Promise<T> {
    const text = body === undefined ? undefined : JSON.stringify(body);
    const type = method === 'PATCH' ? 'application/strategic-merge-patch+json' : 'application/json';
    const response = await this.open(path, { method, timeout }, text, type);
    const answer = await bodyOf(response);
    const status = response.statusCode ?? 0;
    if (status >= 200 && status < 300) return JSON.parse(answer) as T;
    throw new ApiError(status, refusal(status, answer));
  }

  /**
   * Watches changes; resolves when the server ends the stream, or after `watchSilence` without
   * data.
   *
   * @throws ApiError
   */
  async watch<T>(
    path: string,
    signal: AbortSignal,
    onEvent: (event: WatchEvent<T>) => void,
  ): Promise<void> {
    const response = await this.open(path, { method: 'GET', signal });
    const status = response.statusCode ?? 0;
    if (status !== 200) throw new ApiError(status, refusal(status, await bodyOf(response)));
    let rest = '';
    const silence = new AbortController();
    response.setTimeout(watchSilence, () => {
      silence.abort();
      response.destroy();
    });
    response.setEncoding('utf8');
    try {
      for await (const chunk of response as AsyncIterable<string>) {
        const lines = (rest + chunk).split('\n');
        rest = lines.pop() ?? '';
        for (const line of lines) if (line !== '') onEvent(JSON.parse(line) as WatchEvent<T>);
      }
    } catch (error) {
      if (!silence.signal.aborted) throw error;
    }
  }

  /** Closes all connections. */
  close(): void {
    this.agent.destroy();
  }

  private async open(
    path: string,
    options: RequestOptions,
    body?: string,
    type?: string,
  ): Promise<IncomingMessage> {
    const { server, token } = this.credentials;
    const headers = {
      accept: 'application/json',
      ...(body !== undefined && {
        'content-type': type,
        'content-length': Buffer.byteLength(body),
      }),
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
    };
    return await new Promise((resolve, reject) => {
      const request = httpsRequest(new URL(path, server), {
        ...options,
        headers,
        agent: this.agent,
      });
      request.on('response', resolve);
      request.on('timeout', () => request.destroy(new Error(`no answer in ${timeout / 1000} s`)));
      request.on('error', (error) => {
        reject(new ApiError(0, `${server}: ${connectionMessage(error)}`));
      });
      request.end(body);
    });
  }
}

async function bodyOf(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of response as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

function refusal(status: number, text: string): string {
  try {
    return (JSON.parse(text) as { message?: string }).message ?? `HTTP ${status}`;
  } catch {
    return `HTTP ${status}: ${text.slice(0, 200)}`;
  }
}
