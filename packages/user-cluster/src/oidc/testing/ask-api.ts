// SPDX-License-Identifier: Apache-2.0
import { readFileSync } from 'node:fs';
import { request } from 'node:https';

/** Returns the status and the body of the answer to a person with a token. */
export function askApi(
  port: number,
  authority: string,
  token: string,
  path: string,
  body?: object,
): Promise<{ readonly status: number; readonly body: string }> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const call = request({
    host: '127.0.0.1',
    port,
    path,
    headers,
    agent: false,
    timeout: 20_000,
    method: body === undefined ? 'GET' : 'POST',
    ca: readFileSync(authority),
  });
  call.end(body === undefined ? undefined : JSON.stringify(body));
  return new Promise((resolve, reject) => {
    call.on('error', reject).on('timeout', () => call.destroy(new Error('no answer')));
    call.on('response', (response) => {
      let answer = '';
      response.on('data', (part: Buffer) => (answer += part.toString()));
      response.on('end', () => resolve({ status: response.statusCode ?? 0, body: answer }));
    });
  });
}
