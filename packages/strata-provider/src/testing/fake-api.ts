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

/** A fake of the Kubernetes API: GET returns the object at a path, DELETE removes it. */
export interface FakeApi extends AsyncDisposable {
  readonly url: string;
  /** Kubeconfig without credentials. */
  readonly kubeconfig: string;
  /** Objects by path; a number is a refusal with that status. */
  readonly objects: Map<string, unknown>;
  /** All requests, such as `GET /version`. */
  readonly requests: string[];
  /** Content type that each request accepts; empty for any. */
  readonly accepted: string[];
  /** Fingerprints of the certificates that clients presented. */
  readonly clients: string[];
  /**
   * Called with each PATCH, POST and DELETE before it is answered.
   *
   * @returns the status of the answer; undefined to answer from {@link objects}.
   */
  onWrite: (write: FakeWrite) => number | undefined;
  /** Called after each request, so that a test can change something in between. */
  afterRequest: (request: string) => void;
}

/** A request that writes. */
export interface FakeWrite {
  readonly method: string;
  readonly path: string;
  /** JSON body; an empty object when there is none. */
  readonly body: Readonly<Record<string, unknown>>;
}

export interface FakeApiOptions {
  /** Certificate and key in PEM. @default none: plain HTTP */
  readonly tls?: { readonly cert: string; readonly key: string };
}

/** Starts a fake API on a free port of the loopback interface. */
export async function fakeApi(options: FakeApiOptions = {}): Promise<FakeApi> {
  const objects = new Map<string, unknown>();
  const requests: string[] = [];
  const accepted: string[] = [];
  const clients: string[] = [];
  const afterRequest: FakeApi['afterRequest'] = () => undefined;
  const onWrite: FakeApi['onWrite'] = () => undefined;
  const api = { objects, requests, accepted, clients, afterRequest, onWrite };
  const answer = (request: IncomingMessage, response: ServerResponse, sent: string) => {
    const { method = '', url = '' } = request;
    const path = decodeURIComponent(url.replace(/[?&]propagationPolicy=Background$/, ''));
    requests.push(`${method} ${path}`);
    accepted.push(request.headers.accept ?? '');
    const client = (request.socket as Partial<TLSSocket>).getPeerX509Certificate?.()
      ?.fingerprint256;
    if (client !== undefined) clients.push(client);
    const body = JSON.parse(sent === '' ? '{}' : sent) as FakeWrite['body'];
    const own = method === 'GET' ? undefined : api.onWrite({ method, path, body });
    // After the write: the answer is the object as it is then.
    const found =
      objects.get(path) ?? (path.includes('?') ? objects.get(path.split('?')[0] ?? '') : undefined);
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

/** Returns a kubeconfig without credentials. */
export function kubeconfigFor(server: string): string {
  return JSON.stringify({
    'current-context': 'c',
    contexts: [{ name: 'c', context: { cluster: 'c', user: 'u' } }],
    clusters: [{ name: 'c', cluster: { server } }],
    users: [{ name: 'u', user: {} }],
  });
}
