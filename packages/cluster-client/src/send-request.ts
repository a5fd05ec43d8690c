// SPDX-License-Identifier: Apache-2.0
import type { IncomingMessage, OutgoingHttpHeaders } from 'node:http';
import { request as requestHttps } from 'node:https';
import type { RequestOptions } from 'node:https';
import { text } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';

// An `import` would also load the modules of Node's fetch, which takes 20 ms.
const { request: requestHttp } = process.getBuiltinModule('node:http');

/** Number of repeated requests to a busy API server, the same as in client-go (`maxRetries`). */
const retries = 10;

export interface Answer {
  readonly status: number;
  readonly body: string;
}

/**
 * Sends a request to an API server and returns its response, whose body is still to come.
 *
 * @throws Error of Node when there is no response, or when `options.signal` ends the wait.
 */
export async function openResponse(
  url: URL,
  options: RequestOptions,
  body?: string,
): Promise<IncomingMessage> {
  const request = url.protocol === 'http:' ? requestHttp : requestHttps;
  const headers = { accept: 'application/json', ...(options.headers as OutgoingHttpHeaders) };
  return new Promise((resolve, reject) => {
    request(url, { ...options, headers })
      .on('response', resolve)
      .on('error', reject)
      .end(body);
  });
}

/**
 * Sends a request to an API server and returns its answer. An API server that is overloaded, or that
 * is just adding new kinds, answers with 429 and `Retry-After`; the request is then repeated after
 * that time, because the server has not processed it.
 *
 * @param body - body of the request. @default none
 * @throws Error of Node when there is no answer, or when `options.signal` ends the wait.
 * @see https://kubernetes.io/docs/concepts/cluster-administration/flow-control/
 */
export async function sendRequest(
  url: URL,
  options: RequestOptions,
  body?: string,
): Promise<Answer> {
  for (let left = retries; ; left -= 1) {
    const response = await openResponse(url, options, body);
    const answer = { status: response.statusCode ?? 0, body: await text(response) };
    const pauseSeconds = Number(response.headers['retry-after']);
    if (answer.status !== 429 || left === 0 || Number.isNaN(pauseSeconds)) return answer;
    await setTimeout(pauseSeconds * 1_000, undefined, { signal: options.signal });
  }
}
