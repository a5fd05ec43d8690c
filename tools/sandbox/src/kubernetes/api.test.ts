// SPDX-License-Identifier: Apache-2.0
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { renderKubeconfig } from '../control-plane/kubeconfig.ts';
import { ensurePki } from '../control-plane/pki.ts';
import { createFolders, instanceAt } from '../instance.ts';
import { readFileSync } from 'node:fs';
import { Api } from './api.ts';

const dir = mkdtempSync(join(tmpdir(), 'api-'));
const instance = instanceAt('test', dir);
let server: Server;
let api: Api;

/** Answers every request with what it received, so that tests see what the API server would. */
beforeAll(async () => {
  createFolders(instance);
  await ensurePki(instance);
  const pki = (file: string) => readFileSync(join(instance.pkiDir, file));
  server = createServer(
    {
      cert: pki('apiserver.crt'),
      key: pki('apiserver.key'),
      ca: pki('ca.crt'),
      requestCert: true,
      rejectUnauthorized: false,
    },
    (request, response) => {
      let body = '';
      request.on('data', (chunk: Buffer) => (body += chunk.toString()));
      request.on('end', () => {
        const { method, url, headers } = request;
        const socket = request.socket as typeof request.socket & { authorized: boolean };
        response.writeHead(url === '/refused' ? 403 : 200);
        response.end(
          JSON.stringify({
            method,
            body,
            message: 'pods is forbidden',
            certificate: socket.authorized,
            type: headers['content-type'],
            authorization: headers.authorization,
          }),
        );
      });
    },
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const file = join(dir, 'kubeconfig');
  writeFileSync(file, renderKubeconfig(instance, 'admin', url));
  api = new Api(file);
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
  rmSync(dir, { recursive: true });
});

test.each(['POST', 'PATCH', 'DELETE'] as const)('sends the whole body of a %s', async (method) => {
  const body = { gracePeriodSeconds: 0 };
  const answer = await api.request<Record<string, unknown>>(method, '/x', { body });
  expect(answer).toMatchObject({
    method,
    body: '{"gracePeriodSeconds":0}',
    type: method === 'PATCH' ? 'application/merge-patch+json' : 'application/json',
    certificate: true,
  });
});

test('sends a token without the client certificate, which would win over it', async () => {
  const answer = await api.request<Record<string, unknown>>('GET', '/x', { token: 't' });
  expect(answer).toMatchObject({ authorization: 'Bearer t', certificate: false });
});

test('reports the status and the message of a refusal by the API server', async () => {
  await expect(api.request('GET', '/refused')).rejects.toMatchObject({
    status: 403,
    message: 'pods is forbidden',
  });
});

test('reports a server that does not answer as an error with status 0', async () => {
  const file = join(dir, 'nowhere');
  writeFileSync(file, renderKubeconfig(instance, 'admin', 'https://127.0.0.1:1'));
  await expect(new Api(file).request('GET', '/x')).rejects.toMatchObject({ status: 0 });
});
