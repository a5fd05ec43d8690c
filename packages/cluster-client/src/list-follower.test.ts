// SPDX-License-Identifier: Apache-2.0
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { ApiClient, ListFollower } from './index.ts';
import type { ListedObject } from './index.ts';

const path = '/api/v1/pods?fieldSelector=spec.nodeName%3Da';

function pod(name: string, resourceVersion: string, uid = name): ListedObject {
  return { metadata: { name, namespace: 'shop', uid, resourceVersion } };
}

/** An API server with one list, and a follower of it. */
class Followed implements AsyncDisposable {
  /** Objects of the list; undefined while the kind does not exist. */
  items: readonly ListedObject[] | undefined = [];
  version = 1;
  /** Status of an answer to a watch, in place of a stream. */
  refusal: number | undefined;
  readonly asked: string[] = [];
  /** One text per callback of the follower (change, removal or report), in order. */
  readonly told: string[] = [];
  readonly #end = new AbortController();
  readonly #server: Server;
  readonly #watches: ServerResponse[] = [];
  follower!: ListFollower<ListedObject>;
  #done: Promise<void> = Promise.resolve();

  constructor() {
    this.#server = createServer(({ url = '' }, response) => {
      this.asked.push(url);
      if (!url.includes('watch=true')) {
        const { items } = this;
        if (items === undefined) response.writeHead(404).end('404 page not found');
        else
          response.end(JSON.stringify({ metadata: { resourceVersion: `${this.version}` }, items }));
      } else if (this.refusal !== undefined) response.writeHead(this.refusal).end('{}');
      else {
        response.flushHeaders();
        this.#watches.push(response);
      }
    });
  }

  async start(): Promise<this> {
    await once(this.#server.listen(0, '127.0.0.1'), 'listening');
    const { port } = this.#server.address() as AddressInfo;
    const api = new ApiClient({ server: `http://127.0.0.1:${port}`, options: {} });
    this.follower = new ListFollower({
      api,
      path,
      signal: this.#end.signal,
      onChange: ({ metadata: { name, resourceVersion, uid } }) =>
        this.told.push(`${name} ${uid} ${resourceVersion ?? ''}`),
      onGone: ({ metadata: { name, uid } }) => this.told.push(`${name} ${uid} is gone`),
      report: (error) =>
        this.told.push(error === undefined ? 'works' : error.message.replace(api.server, 'API')),
    });
    this.#done = this.follower.run();
    return this;
  }

  /** Sends an event to the watch that is open, in two parts. */
  async send(type: string, object: object): Promise<void> {
    const line = `${JSON.stringify({ type, object })}\n`;
    await this.until(() => this.#watches.length > 0);
    this.#watches.at(-1)?.write(line.slice(0, 9));
    await sleep(5);
    this.#watches.at(-1)?.write(line.slice(9));
  }

  /** Ends the watch as the server does after some minutes. */
  endWatch(): void {
    this.#watches.pop()?.end();
  }

  /** Breaks the connection of the watch. */
  breakWatch(): void {
    this.#watches.pop()?.destroy();
  }

  async until(isSo: () => boolean): Promise<void> {
    const deadline = Date.now() + 5_000;
    while (!isSo()) {
      if (Date.now() > deadline) throw new Error(`not in time: ${this.told.join('; ')}`);
      await sleep(5);
    }
  }

  async untilTold(count: number): Promise<void> {
    await this.until(() => this.told.length >= count);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#end.abort();
    await this.#done;
    this.#server.closeAllConnections();
    this.#server.close();
  }
}

test('lists once, then follows what is added, changed and removed', async () => {
  await using api = new Followed();
  api.items = [pod('a', '1')];
  await api.start();
  await api.send('ADDED', pod('b', '2'));
  await api.send('MODIFIED', pod('a', '3'));
  await api.send('BOOKMARK', { metadata: { resourceVersion: '9' } });
  await api.send('DELETED', pod('b', '10'));
  await api.untilTold(5);
  expect(api.told).toEqual(['a a 1', 'works', 'b b 2', 'a a 3', 'b b is gone']);
  expect(api.follower.list()).toEqual([pod('a', '3')]);
  expect(api.follower.get('shop/a')).toEqual(pod('a', '3'));
  expect(api.follower.get('shop/b')).toBeUndefined();
  expect(api.asked).toEqual([
    path,
    `${path}&watch=true&allowWatchBookmarks=true&timeoutSeconds=300&resourceVersion=1`,
  ]);
});

test('goes on from the last bookmark when the server ends the watch', async () => {
  await using api = await new Followed().start();
  await api.send('BOOKMARK', { metadata: { resourceVersion: '9' } });
  await sleep(20);
  api.endWatch();
  await api.until(() => api.asked.length === 3);
  expect(api.asked[2]).toMatch(/&resourceVersion=9$/);
  expect(api.told).toEqual(['works']);
});

test('lists anew when the connection breaks, and tells only what differs', async () => {
  await using api = new Followed();
  api.items = [pod('a', '1'), pod('b', '1'), pod('c', '1')];
  await api.start();
  await api.until(() => api.asked.length === 2);
  api.items = [pod('a', '1'), pod('c', '2', 'another')];
  api.breakWatch();
  await api.untilTold(9);
  expect(api.told.slice(4)).toEqual([
    'API: the connection was closed: nothing serves there',
    'b b is gone',
    'c c is gone',
    'c another 2',
    'works',
  ]);
});

test('lists anew, without a complaint, when the server has forgotten the version', async () => {
  await using api = await new Followed().start();
  await api.send('ERROR', { code: 410, message: 'too old resource version' });
  await api.until(() => api.asked.filter((one) => one === path).length === 2);
  expect(api.told[0]).toBe('works');
  expect(api.told.join()).not.toContain('too old');
});

test('waits for a kind that does not exist yet', async () => {
  await using api = new Followed();
  api.items = undefined;
  await api.start();
  await api.untilTold(1);
  api.items = [pod('a', '1')];
  await api.untilTold(3);
  expect(api.told).toEqual([`API: it refuses to GET ${path}: HTTP 404`, 'a a 1', 'works']);
});

test('tells that a watch is refused', async () => {
  await using api = new Followed();
  api.refusal = 403;
  await api.start();
  await api.untilTold(2);
  expect(api.told[1]).toMatch(/^API: it refuses to GET .*&resourceVersion=1: HTTP 403$/);
});
