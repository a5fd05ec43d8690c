// SPDX-License-Identifier: Apache-2.0
import { readFileSync } from 'node:fs';
import { request } from 'node:https';

/** A client of an API server on loopback. */
export class ApiClient {
  readonly #options: object;

  constructor(port: number, token: string, authority: string) {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const ca = readFileSync(authority);
    this.#options = { host: '127.0.0.1', port, agent: false, timeout: 20_000, headers, ca };
  }

  /** Returns what is at a path, as text. @throws Error when the server refuses. */
  get(path: string): Promise<string> {
    return this.#ask('GET', path);
  }

  /** Makes an object in the collection at a path. */
  async create(path: string, object: object): Promise<void> {
    await this.#ask('POST', path, object);
  }

  /** Replaces the object at a path. */
  async replace(path: string, object: object): Promise<void> {
    await this.#ask('PUT', path, object);
  }

  async remove(path: string): Promise<void> {
    await this.#ask('DELETE', path);
  }

  #ask(method: string, path: string, body?: object): Promise<string> {
    const call = request({ ...this.#options, method, path });
    call.end(body === undefined ? undefined : JSON.stringify(body));
    return new Promise((resolve, reject) => {
      call.on('error', reject).on('timeout', () => call.destroy(new Error('no answer')));
      call.on('response', (response) => {
        let answer = '';
        response.on('data', (part: Buffer) => (answer += part.toString()));
        response.on('end', () => {
          if ((response.statusCode ?? 500) < 300) resolve(answer);
          else reject(new Error(`${method} ${path}: ${answer}`));
        });
      });
    });
  }
}
