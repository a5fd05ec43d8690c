// SPDX-License-Identifier: Apache-2.0
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ZodError } from 'zod';
import { fakeGitHub } from './fake-github.ts';
import { fakeGitLab } from './fake-gitlab.ts';
import type { FakeAnswer, FakeApi } from './fake-route.ts';
import { FakeState } from './fake-state.ts';

/** Kind of forge that is simulated. */
export type ForgeKind = 'github' | 'gitlab';

const apis: Readonly<Record<ForgeKind, FakeApi>> = { github: fakeGitHub, gitlab: fakeGitLab };

/** Fault of the next requests. */
export interface Fault {
  /** Number of requests that fail. @default 1 */
  readonly times?: number;
  /** Method of requests that fail. @default all */
  readonly method?: string;
  /** Path of requests that fail. @default all */
  readonly path?: RegExp;
  readonly answer: FakeAnswer;
  /** Whether the request is carried out all the same. @default false */
  readonly done?: boolean;
}

/** Request that the server received. */
export interface SeenRequest {
  readonly method: string;
  /** Path with its query. */
  readonly path: string;
  readonly body: string;
  readonly token: string | undefined;
}

async function read(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

function parsed(body: string): unknown {
  return body === '' ? undefined : JSON.parse(body);
}

/**
 * Server on loopback that simulates GitHub's or GitLab's REST API for the repository `o/r`:
 * comments, issues, labels, pages, tokens with permissions, and faults. Its data is in `state`. It
 * implements only what this tool uses.
 */
export class FakeForge {
  readonly kind: ForgeKind;
  readonly state = new FakeState();
  readonly seen: SeenRequest[] = [];
  readonly #faults: { left: number; fault: Fault }[] = [];
  readonly #server: Server;
  /** Decides for each request whether it fails, and whether it is carried out before it fails. */
  chance: (() => 'fine' | 'not done' | 'done') | undefined;

  private constructor(kind: ForgeKind) {
    this.kind = kind;
    this.#server = createServer((request, response) => void this.#serve(request, response));
  }

  static async start(kind: ForgeKind): Promise<FakeForge> {
    const forge = new FakeForge(kind);
    forge.#server.listen(0, '127.0.0.1');
    await once(forge.#server, 'listening');
    return forge;
  }

  /** URL of the server. */
  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  fail(fault: Fault): void {
    this.#faults.push({ left: fault.times ?? 1, fault });
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }

  #nextFault(method: string, path: string): Fault | undefined {
    const found = this.#faults.find(
      ({ fault, left }) =>
        left > 0 &&
        (fault.method === undefined || fault.method === method) &&
        fault.path?.test(path) !== false,
    );
    if (found !== undefined) {
      found.left -= 1;
      return found.fault;
    }
    const luck = this.chance?.() ?? 'fine';
    return luck === 'fine'
      ? undefined
      : { answer: { status: 502, body: { message: 'Server Error' } }, done: luck === 'done' };
  }

  #tokenOf({ headers }: IncomingMessage): string | undefined {
    return apis[this.kind].tokenOf(headers as Record<string, string | undefined>);
  }

  #answer(request: IncomingMessage, body: string): FakeAnswer {
    const { answers, routes } = apis[this.kind];
    const url = new URL(request.url ?? '/', this.url);
    const account = this.state.accounts.get(this.#tokenOf(request) ?? '');
    if (account === undefined) return answers.unknownToken;
    for (const { answer, method, needs, path } of routes) {
      const parts = method === request.method ? path.exec(url.pathname) : null;
      if (parts === null) continue;
      if (needs !== undefined && account.may === 'none') return answers.notFound;
      if (needs !== undefined && account.may !== 'none' && account.may[needs] !== true) {
        return answers.forbidden;
      }
      const [, ...caught] = parts;
      try {
        return answer({ state: this.state, account, parts: caught, url, body: parsed(body) });
      } catch (error) {
        if (!(error instanceof ZodError)) throw error;
        return { status: 422, body: { message: 'Validation Failed' } };
      }
    }
    return answers.notFound;
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await read(request);
    const { method = '', url: path = '' } = request;
    this.seen.push({ method, path, body, token: this.#tokenOf(request) });
    const fault = this.#nextFault(method, path);
    const real =
      fault === undefined || fault.done === true ? this.#answer(request, body) : undefined;
    const answer = fault?.answer ?? real ?? { status: 500 };
    response.writeHead(answer.status, {
      ...(answer.body !== undefined && { 'content-type': 'application/json; charset=utf-8' }),
      ...answer.headers,
    });
    response.end(answer.body === undefined ? undefined : JSON.stringify(answer.body));
  }
}
