// SPDX-License-Identifier: Apache-2.0
import { PlanError } from '@strata/plan-check';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ComparedFleet } from '../change-model.ts';

/** The only address that the server listens at. */
const address = '127.0.0.1';

/** Host names of requests; a page of another name that leads to this machine gets nothing. */
const hostNames: readonly string[] = [address, 'localhost'];

/** Bytes that may wait for a slow browser. It then has to connect again, and gets what is new. */
const waitingLimit = 16 * 1024 * 1024;

const headers = {
  'cache-control': 'no-store',
  // The rest of the policy stands in the page.
  'content-security-policy': "frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
} as const;

/** Port of the server, and the content that it shows. */
export interface ServerOptions {
  /** Port of 127.0.0.1; 0 takes a free one. */
  readonly port: number;
  /** Returns the fleet as it is now. */
  readonly fleet: () => ComparedFleet;
  /** Returns the page of a fleet. */
  readonly page: (fleet: ComparedFleet) => string;
}

function statusOf({ headers: { host = '' }, method, url }: IncomingMessage): number {
  if (!hostNames.includes(host.replace(/:\d+$/, ''))) return 421;
  if (method !== 'GET') return 405;
  return url === '/' || url === '/events' ? 200 : 404;
}

/** Server of the page: `/` is the page, and `/events` sends the fleet whenever it changes. */
export class FleetServer implements AsyncDisposable {
  readonly #browsers = new Set<ServerResponse>();
  readonly #options: ServerOptions;
  readonly #server: Server;
  #url = '';

  private constructor(options: ServerOptions) {
    this.#options = options;
    this.#server = createServer((request, response) => this.#answer(request, response));
  }

  /** @throws PlanError when the port is in use. */
  static async start(options: ServerOptions): Promise<FleetServer> {
    const started = new FleetServer(options);
    try {
      await once(started.#server.listen(options.port, address), 'listening');
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException;
      const reason = code === 'EADDRINUSE' ? 'it is in use' : message;
      throw new PlanError(
        `port ${options.port} of ${address} cannot be opened: ${reason}; choose another with --port`,
      );
    }
    const { port } = started.#server.address() as AddressInfo;
    started.#url = `http://${address}:${port}/`;
    return started;
  }

  get url(): string {
    return this.#url;
  }

  /** Sends the fleet to all browsers. */
  push(): void {
    if (this.#browsers.size === 0) return;
    const event = eventOf(this.#options.fleet());
    for (const browser of this.#browsers) {
      if (browser.writableLength > waitingLimit) browser.destroy();
      else browser.write(event);
    }
  }

  #answer(request: IncomingMessage, response: ServerResponse): void {
    const { fleet, page } = this.#options;
    const status = statusOf(request);
    if (status !== 200) {
      response.writeHead(status, headers).end();
    } else if (request.url === '/') {
      response.writeHead(200, { ...headers, 'content-type': 'text/html; charset=utf-8' });
      response.end(page(fleet()));
    } else {
      response.writeHead(200, { ...headers, 'content-type': 'text/event-stream' });
      this.#browsers.add(response);
      response.once('close', () => this.#browsers.delete(response));
      response.write(eventOf(fleet()));
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.close();
    this.#server.closeAllConnections();
    await once(this.#server, 'close');
  }
}

/** Returns an event of Server-Sent Events. JSON has no line breaks. */
function eventOf(fleet: ComparedFleet): string {
  return `data: ${JSON.stringify(fleet)}\n\n`;
}
