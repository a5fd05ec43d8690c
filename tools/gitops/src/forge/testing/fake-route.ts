// SPDX-License-Identifier: Apache-2.0
import { z } from 'zod';
import type { FakeAccount, FakeState } from './fake-state.ts';

/** Request that matches a route. */
export interface FakeRequest {
  readonly state: FakeState;
  readonly account: FakeAccount;
  /** Parts of the path that the route's pattern captures. */
  readonly parts: readonly string[];
  readonly url: URL;
  readonly body: unknown;
}

/** Answer of the server. */
export interface FakeAnswer {
  readonly status: number;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Route of a forge. */
export interface FakeRoute {
  readonly method: string;
  readonly path: RegExp;
  /** Permission that the token needs; undefined when any token is enough. */
  readonly needs?: 'comments' | 'issues' | 'actions';
  readonly answer: (request: FakeRequest) => FakeAnswer;
}

/** API of a simulated forge. */
export interface FakeApi {
  readonly routes: readonly FakeRoute[];
  /** Returns the token of a request, if it has one. */
  readonly tokenOf: (headers: Readonly<Record<string, string | undefined>>) => string | undefined;
  readonly answers: Readonly<Record<'unknownToken' | 'forbidden' | 'notFound', FakeAnswer>>;
}

/** Page of a list that a request asks for. */
export interface FakePage<T> {
  readonly items: readonly T[];
  readonly headers: Readonly<Record<string, string>>;
}

const mostPerPage = 100;

/** Returns a page of a list, with the headers that both forges send. */
export function pageOf<T>(all: readonly T[], url: URL, usual: number): FakePage<T> {
  const asked = (name: string, otherwise: number) =>
    Math.max(1, Number(url.searchParams.get(name) ?? otherwise));
  const size = Math.min(mostPerPage, asked('per_page', usual));
  const page = asked('page', 1);
  const last = Math.max(1, Math.ceil(all.length / size));
  const link = (number: number, relation: string) => {
    const other = new URL(url);
    other.searchParams.set('page', String(number));
    return `<${other.href}>; rel="${relation}"`;
  };
  const links = [
    ...(page < last ? [link(page + 1, 'next'), link(last, 'last')] : []),
    ...(page > 1 ? [link(page - 1, 'prev'), link(1, 'first')] : []),
  ];
  return {
    items: all.slice((page - 1) * size, page * size),
    headers: {
      ...(links.length > 0 && { link: links.join(', ') }),
      'x-page': String(page),
      'x-per-page': String(size),
      'x-next-page': page < last ? String(page + 1) : '',
      'x-total-pages': String(last),
    },
  };
}

/**
 * Parses the body of a request.
 *
 * @throws ZodError, which is answered with 422
 */
export function bodyOf<T extends z.ZodRawShape>(request: FakeRequest, shape: T) {
  return z.object(shape).parse(request.body);
}
