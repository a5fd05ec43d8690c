// SPDX-License-Identifier: Apache-2.0
import {
  createServer as createHttpServer,
  type IncomingMessage,
  type RequestListener,
  type ServerResponse,
} from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { TLSSocket } from 'node:tls';

/** A small API: GET gives what is at a path, DELETE takes it away. */
export interface FakeApi extends AsyncDisposable {
  readonly url: string;
  /** Kubeconfig without credentials. */
  readonly kubeconfig: string;
  /** What is at a path; a number is a refusal with that status. */
  readonly objects: Map<string, unknown>;
  /** Every request, such as `GET /version`. */
  readonly requests: string[];
  /** Fingerprints of the certificates that clients showed. */
  readonly clients: string[];
  /**
   * Called with each PATCH, POST and DELETE before it is answered.
   *
   * @returns the status of the answer; undefined: as {@link objects} says.
   */
  onWrite: (write: FakeWrite) => number | undefined;
  /** Called after each request, to let things happen in between. */
  afterRequest: (request: string) => void;
}

/** What a request would change. */
export interface FakeWrite {
  readonly method: string;
  readonly path: string;
  /** What was sent as JSON; an empty object without anything. */
  readonly body: Readonly<Record<string, unknown>>;
}

export interface FakeApiOptions {
  /** PEM of a certificate and its key. @default plain HTTP */
  readonly tls?: { readonly cert: string; readonly key: string };
}

/** Starts one on a free port of the loopback. */
export async function fakeApi(options: FakeApiOptions = {}): Promise<FakeApi> {
  const objects = new Map<string, unknown>();
  const requests: string[] = [];
  const clients: string[] = [];
  const afterRequest: FakeApi['afterRequest'] = () => undefined;
  const onWrite: FakeApi['onWrite'] = () => undefined;
  const api = { objects, requests, clients, afterRequest, onWrite };
  const answer = (request: IncomingMessage, response: ServerResponse, sent: string) => {
    const { method = '', url = '' } = request;
    const path = decodeURIComponent(url.replace(/[?&]propagationPolicy=Background$/, ''));
    const found =
      objects.get(path) ?? (path.includes('?') ? objects.get(path.split('?')[0] ?? '') : undefined);
    requests.push(`${method} ${path}`);
    const client = (request.socket as Partial<TLSSocket>).getPeerX509Certificate?.()
      ?.fingerprint256;
    if (client !== undefined) clients.push(client);
    const body = JSON.parse(sent === '' ? '{}' : sent) as FakeWrite['body'];
    const own = method === 'GET' ? undefined : api.onWrite({ method, path, body });
    response.statusCode =
      own ?? (typeof found === 'number' ? found : found === undefined ? 404 : 200);
    if (own === undefined && method === 'DELETE' && response.statusCode === 200)
      objects.delete(path);
    response.end(typeof found === 'string' ? found : JSON.stringify(found ?? {}));
    api.afterRequest(`${method} ${path}`);
  };
  const respond: RequestListener = (request, response) => {
    void text(request).then((sent) => answer(request, response, sent));
  };
  const { tls } = options;
  const server = tls
    ? createHttpsServer({ ...tls, requestCert: true, rejectUnauthorized: false }, respond)
    : createHttpServer(respond);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const url = `${tls ? 'https' : 'http'}://127.0.0.1:${port}`;
  return Object.assign(api, {
    url,
    kubeconfig: kubeconfigFor(url),
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  });
}

/** A kubeconfig without credentials. */
export function kubeconfigFor(server: string): string {
  return JSON.stringify({
    'current-context': 'c',
    contexts: [{ name: 'c', context: { cluster: 'c', user: 'u' } }],
    clusters: [{ name: 'c', cluster: { server } }],
    users: [{ name: 'u', user: {} }],
  });
}
