// SPDX-License-Identifier: Apache-2.0
import { once } from 'node:events';
import { request } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { createInterface } from 'node:readline';
import type { ComparedFleet } from '../change-model.ts';

/** Sends a request, with another method or host name. */
export async function send(
  url: string,
  { host, method = 'GET' }: { readonly host?: string; readonly method?: string } = {},
): Promise<IncomingMessage> {
  const sent = request(url, { method, headers: host === undefined ? {} : { host } }).end();
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  return response;
}

/** Returns the fleets that a server sends, one after the other. */
export async function* fleetsOf(url: string): AsyncGenerator<ComparedFleet, void> {
  const response = await send(new URL('/events', url).href);
  try {
    for await (const line of createInterface({ input: response })) {
      if (line !== '') yield JSON.parse(line.replace('data: ', '')) as ComparedFleet;
    }
  } finally {
    response.destroy();
  }
}
