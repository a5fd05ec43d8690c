// SPDX-License-Identifier: Apache-2.0
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Answers by path, without the query. Other paths are answered with 404. */
export type FakeAnswers = Record<string, unknown>;

/** Server on loopback that answers GET requests like the settings part of a forge's REST API. */
export class FakeSettings {
  readonly answers: FakeAnswers;
  readonly #server: Server;

  private constructor(answers: FakeAnswers, token: string) {
    this.answers = answers;
    this.#server = createServer((request, response) => {
      const given = [request.headers.authorization, request.headers['private-token']].join(' ');
      const path = new URL(request.url ?? '/', 'http://forge').pathname;
      const answer = request.method === 'GET' ? this.answers[path] : undefined;
      const status = !given.includes(token) ? 401 : answer === undefined ? 404 : 200;
      const message = status === 401 ? 'Bad credentials' : 'Not Found';
      response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' });
      response.end(JSON.stringify(status === 200 ? answer : { message }));
    });
  }

  static async start(answers: FakeAnswers, token: string): Promise<FakeSettings> {
    const fake = new FakeSettings(answers, token);
    fake.#server.listen(0, '127.0.0.1');
    await once(fake.#server, 'listening');
    return fake;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }
}
