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

/** Which forge is played. */
export type ForgeKind = 'github' | 'gitlab';

const apis: Readonly<Record<ForgeKind, FakeApi>> = { github: fakeGitHub, gitlab: fakeGitLab };

/** Something that goes wrong with the next requests. */
export interface Fault {
  /** How many requests it meets. @default 1 */
  readonly times?: number;
  /** Which requests, by method. @default all */
  readonly method?: string;
  /** Which requests, by path. @default all */
  readonly path?: RegExp;
  readonly answer: FakeAnswer;
  /** What was asked for is done all the same. @default false */
  readonly done?: boolean;
}

/** A request as the server got it. */
export interface SeenRequest {
  readonly method: string;
  /** With its query. */
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
 * A server on loopback that answers as GitHub's or GitLab's REST API does, for the repository
 * `o/r`: comments, issues, labels; pages, tokens with rights, and whatever goes wrong in between.
 * What it keeps is in `state`. It knows nothing of what this tool does not use.
 */
export class FakeForge {
  readonly kind: ForgeKind;
  readonly state = new FakeState();
  readonly seen: SeenRequest[] = [];
  readonly #faults: { left: number; fault: Fault }[] = [];
  readonly #server: Server;
  /** Decides at each request whether it fails, and whether it was done before it failed. */
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

  /** Where a client finds it. */
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
      if (needs !== undefined && account.may !== 'none' && !account.may[needs]) {
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
