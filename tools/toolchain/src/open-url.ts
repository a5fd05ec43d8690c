// SPDX-License-Identifier: Apache-2.0
import http from 'node:http';
import type { IncomingMessage } from 'node:http';
import https from 'node:https';
import { DownloadError, unreachable } from './download-error.ts';

/** Number of other addresses that an address may lead to, one after the other. */
const mostRedirects = 5;

/** One request for a file. */
export interface UrlRequest {
  readonly url: string;
  /** Names the proxies: HTTPS_PROXY, HTTP_PROXY and NO_PROXY, in either case. */
  readonly env: NodeJS.ProcessEnv;
  readonly signal: AbortSignal;
}

/** Asks one address, through the proxy that the environment names for it. */
function ask({ env, signal, url }: UrlRequest): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const { Agent, get } = url.startsWith('https:') ? https : http;
    const agent = new Agent({ proxyEnv: env });
    const headers = { 'user-agent': 'strata-toolchain' };
    get(url, { agent, headers, signal }, resolve).on('error', reject);
  });
}

/**
 * Returns the address that an answer leads to, or undefined if it is no redirect.
 *
 * @throws DownloadError when it leads from HTTPS to HTTP.
 */
export function redirectOf(
  url: string,
  { headers, statusCode = 0 }: Pick<IncomingMessage, 'headers' | 'statusCode'>,
): string | undefined {
  if (![301, 302, 303, 307, 308].includes(statusCode) || headers.location === undefined) {
    return undefined;
  }
  const next = new URL(headers.location, url);
  if (url.startsWith('https:') && next.protocol !== 'https:') {
    throw new DownloadError(`${url} leads to ${next.href}, which is not encrypted`);
  }
  return next.href;
}

/**
 * Opens a file on a web server, following redirects, but never from HTTPS to HTTP.
 *
 * @returns the answer, whose body has not been read.
 * @throws DownloadError when the server cannot be reached or does not answer with the file; the
 * signal's reason when it is aborted.
 */
export async function openUrl(request: UrlRequest): Promise<IncomingMessage> {
  let { url } = request;
  for (let redirects = 0; redirects <= mostRedirects; redirects += 1) {
    let answer: IncomingMessage;
    try {
      answer = await ask({ ...request, url });
    } catch (error) {
      request.signal.throwIfAborted();
      throw unreachable(url, error);
    }
    if (answer.statusCode === 200) return answer;
    answer.destroy();
    const next = redirectOf(url, answer);
    if (next === undefined) {
      const status = `${answer.statusCode ?? 0} ${answer.statusMessage ?? ''}`.trim();
      throw new DownloadError(`${url} answers "${status}"`);
    }
    url = next;
  }
  throw new DownloadError(`${request.url} leads from one address to the next without end`);
}
