// SPDX-License-Identifier: Apache-2.0
import type { IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import type { Answer } from './send-request.ts';

/** One event of a watch. @see https://kubernetes.io/docs/reference/using-api/api-concepts/#efficient-detection-of-changes */
export interface WatchEvent<T> {
  readonly type: 'ADDED' | 'MODIFIED' | 'DELETED' | 'BOOKMARK' | 'ERROR';
  readonly object: T;
}

/**
 * Milliseconds without data after which a watch is ended: a machine that has moved to another host,
 * with another address, never hears of the connections that it had. Go's client probes a silent
 * connection after 30 s, and waits 15 s for an answer.
 */
const longestSilence = 45_000;

/**
 * Reads the events of a watch until the server ends it or is silent for too long.
 *
 * @param open - opens the response; the signal that it gets ends the request.
 * @returns the answer when it is a refusal; undefined when the watch has ended.
 * @throws Error of Node when the connection breaks, or nothing answers.
 */
export async function readEvents<T>(
  open: (signal: AbortSignal) => Promise<IncomingMessage>,
  signal: AbortSignal,
  onEvent: (event: WatchEvent<T>) => void,
): Promise<Answer | undefined> {
  const silence = new AbortController();
  const timer = setTimeout(() => silence.abort(), longestSilence);
  let isOpen = false;
  try {
    const response = await open(AbortSignal.any([signal, silence.signal]));
    const { statusCode: status = 0 } = response;
    if (status !== 200) return { status, body: await text(response) };
    isOpen = true;
    let rest = '';
    response.setEncoding('utf8');
    for await (const chunk of response as AsyncIterable<string>) {
      timer.refresh();
      const lines = (rest + chunk).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) if (line !== '') onEvent(JSON.parse(line) as WatchEvent<T>);
    }
  } catch (error) {
    if (!silence.signal.aborted) throw error;
    if (!isOpen) throw new Error(`no answer within ${longestSilence / 1_000} s`);
  } finally {
    clearTimeout(timer);
  }
  return undefined;
}
