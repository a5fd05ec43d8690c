// SPDX-License-Identifier: Apache-2.0
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import type { IncomingMessage, RequestListener } from 'node:http';
import { createServer as createHttpServer } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import type { Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { ApiClient, ApiError } from './index.ts';
import type { Access, ClientOptions } from './index.ts';

const folder = mkdtempSync(join(tmpdir(), 'api-client-'));
let server: Server;
let access: Access;
let sockets = 0;

/** Answers each request with what it has received, so that tests see what an API server would. */
async function echo(request: IncomingMessage): Promise<object> {
  const { headers, method, socket, url } = request;
  return {
    method,
    url,
    body: await text(request),
    type: headers['content-type'],
    accept: headers.accept,
    authorization: headers.authorization,
    certificate: 'authorized' in socket && socket.authorized,
  };
}

beforeAll(async () => {
  const at = (name: string) => join(folder, name);
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
  const names = ['-subj', '/CN=api', '-addext', 'subjectAltName=IP:127.0.0.1'];
  const files = ['-keyout', at('key.pem'), '-out', at('cert.pem'), '-days', '2'];
  execFileSync('openssl', ['req', '-x509', ...key, ...names, ...files], { stdio: 'ignore' });
  const [cert, keyPem] = [readFileSync(at('cert.pem')), readFileSync(at('key.pem'))];
  const tls = { cert, key: keyPem, ca: cert };
  server = createHttpsServer(
    { ...tls, requestCert: true, rejectUnauthorized: false },
    (request, response) => {
      void echo(request).then((seen) => response.end(JSON.stringify(seen)));
    },
  );
  server.on('secureConnection', () => (sockets += 1));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  access = { server: `https://127.0.0.1:${port}/`, options: tls };
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
  rmSync(folder, { recursive: true });
});

test.each([
  ['POST', undefined, 'application/json'],
  ['PUT', undefined, 'application/json'],
  ['DELETE', undefined, 'application/json'],
  ['PATCH', undefined, 'application/merge-patch+json'],
  ['PATCH', 'strategic', 'application/strategic-merge-patch+json'],
  ['PATCH', 'json', 'application/json-patch+json'],
] as const)('sends the whole body of a %s (%s)', async (method, patch, type) => {
  const extras = { body: { gracePeriodSeconds: 0 }, ...(patch && { patch }) };
  expect(await new ApiClient(access).request(method, '/x?y=z', extras)).toEqual({
    method,
    url: '/x?y=z',
    body: '{"gracePeriodSeconds":0}',
    type,
    accept: 'application/json',
    certificate: true,
  });
});

test('sends a token without the client certificate, which would win over it', async () => {
  const answer = await new ApiClient(access).request('GET', '/x', { token: 't', accept: 'a/b' });
  expect(answer).toMatchObject({ authorization: 'Bearer t', certificate: false, accept: 'a/b' });
});

test.each([
  ['kept', 1],
  ['new', 3],
] as const)('with %s connections, three requests make %i', async (connections, count) => {
  const client = new ApiClient(access, { connections });
  const before = sockets;
  for (const path of ['/a', '/b', '/c']) await client.text(path);
  client.close();
  expect(sockets - before).toBe(count);
});

/** Runs `use` with a client of an API that answers with one listener. */
async function withApi(
  listener: RequestListener,
  use: (client: ApiClient) => Promise<void>,
  options: ClientOptions = {},
): Promise<void> {
  const plain = createHttpServer(listener).listen(0, '127.0.0.1');
  await once(plain, 'listening');
  const { port } = plain.address() as AddressInfo;
  try {
    await use(new ApiClient({ server: `http://127.0.0.1:${port}`, options: {} }, options));
  } finally {
    plain.closeAllConnections();
    plain.close();
  }
}

test('a refusal has the request, the status and what the API server says', async () => {
  const message = 'pods "a" is forbidden';
  await withApi(
    (_, response) => response.writeHead(403).end(JSON.stringify({ kind: 'Status', message })),
    async (client) => {
      const error: unknown = await client.post('/api/v1/pods', {}).catch((one: unknown) => one);
      expect(error).toMatchObject({
        message: `${client.server}: it refuses to POST /api/v1/pods: ${message} (HTTP 403)`,
        status: 403,
        statusMessage: message,
        isPassing: false,
      });
    },
  );
});

test('a refusal is on one line, whatever the API says', async () => {
  const message = 'no\n::error::nonsense \u001b[2J';
  await withApi(
    (_, response) => response.writeHead(403).end(JSON.stringify({ kind: 'Status', message })),
    async (client) => {
      await expect(client.get('/api/v1/pods')).rejects.toThrow(
        `${client.server}: it refuses to GET /api/v1/pods: no\\n::error::nonsense \\u001b[2J (HTTP 403)`,
      );
    },
  );
});

test('an answer that is not JSON is an error of the API', async () => {
  await withApi(
    (_, response) => response.end('{"items": ['),
    async (client) => {
      const message = `${client.server}: it answers GET /api/v1/pods with something that is not JSON`;
      const answers = [client.get('/api/v1/pods'), client.request('GET', '/api/v1/pods')];
      for (const answer of answers) {
        const error: unknown = await answer.catch((one: unknown) => one);
        expect(error).toBeInstanceOf(ApiError);
        expect(error).toMatchObject({ message, status: 200, isPassing: false });
      }
    },
  );
});

test.each([404, 409, 429, 500])('HTTP %i may pass', (status) => {
  expect(new ApiError('https://api', 'reason', status).isPassing).toBe(true);
});

test('what is not there is undefined to read and to change, and needs no deletion', async () => {
  const asked: string[] = [];
  await withApi(
    ({ method = '', url = '' }, response) => {
      asked.push(`${method} ${url}`);
      response.writeHead(404).end('{}');
    },
    async (client) => {
      expect(await client.get('/a')).toBeUndefined();
      expect(await client.patched('/a', {})).toBeUndefined();
      await client.delete('/a');
      await client.delete('/a', 'uid');
      await expect(client.request('GET', '/a')).rejects.toMatchObject({ status: 404 });
    },
  );
  expect(asked).toEqual([
    'GET /a',
    'PATCH /a',
    'DELETE /a?propagationPolicy=Background',
    'DELETE /a',
    'GET /a',
  ]);
});

test('an API that is silent, or not there, is an error with status 0', async () => {
  await withApi(
    () => undefined,
    async (client) => {
      const reason = 'no answer within 0.1 s';
      await expect(client.get('/a')).rejects.toMatchObject({ status: 0, reason });
    },
    { seconds: 0.1 },
  );
  const nowhere = { server: 'http://127.0.0.1:1', options: {} };
  await expect(new ApiClient(nowhere).get('/a')).rejects.toThrow(
    'http://127.0.0.1:1: connection refused: nothing listens there',
  );
  const own = new ApiClient(nowhere, { sayProblem: () => 'own words' });
  await expect(own.get('/a')).rejects.toThrow('http://127.0.0.1:1: own words');
});

test("the client's signal ends its requests with its reason", async () => {
  const end = new AbortController();
  await withApi(
    () => end.abort(new Error('cancelled')),
    async (client) => {
      await expect(client.get('/a')).rejects.toThrow('cancelled');
      await expect(client.get('/a')).rejects.toThrow('cancelled');
    },
    { signal: end.signal },
  );
});
