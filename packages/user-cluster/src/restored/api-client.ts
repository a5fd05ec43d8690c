// SPDX-License-Identifier: Apache-2.0
import { readFileSync } from 'node:fs';
import { request } from 'node:https';
import type { RequestOptions } from 'node:https';

/** Refusal of an API server. */
export class ApiError extends Error {
  /** Status of HTTP. */
  readonly status: number;

  constructor(message: string, status: number) {
    super(message);
    this.status = status;
  }
}

/** A client of an API server on loopback. */
export class ApiClient {
  readonly #options: RequestOptions;
  readonly #headers: Readonly<Record<string, string>>;

  constructor(port: number, token: string, authority: string) {
    this.#headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const ca = readFileSync(authority);
    this.#options = { host: '127.0.0.1', port, agent: false, timeout: 20_000, ca };
  }

  /**
   * Returns what is at a path, as text.
   *
   * @param accept - form of the answer. Default: the server's own.
   * @throws ApiError when the server refuses.
   */
  get(path: string, accept = '*/*'): Promise<string> {
    return this.#ask('GET', path, undefined, accept);
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

  #ask(method: string, path: string, body?: object, accept = '*/*'): Promise<string> {
    const headers = { ...this.#headers, accept };
    const call = request({ ...this.#options, headers, method, path });
    call.end(body === undefined ? undefined : JSON.stringify(body));
    return new Promise((resolve, reject) => {
      call.on('error', reject).on('timeout', () => call.destroy(new Error('no answer')));
      call.on('response', (response) => {
        let answer = '';
        response.setEncoding('utf8').on('data', (part: string) => (answer += part));
        response.on('error', reject);
        response.on('end', () => {
          const { statusCode = 500 } = response;
          if (statusCode < 300) resolve(answer);
          else reject(new ApiError(`${method} ${path}: ${answer}`, statusCode));
        });
      });
    });
  }
}
