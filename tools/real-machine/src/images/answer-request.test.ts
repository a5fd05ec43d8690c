// SPDX-License-Identifier: Apache-2.0
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { answerRequest } from './answer-request.ts';

let folder: string;
let server: Server;
let base: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'strata-answers-'));
  await mkdir(join(folder, 'downloads/tools'), { recursive: true });
  await mkdir(join(folder, 'blobs'));
  await mkdir(join(folder, 'tags/v2/pause/manifests'), { recursive: true });
  await writeFile(join(folder, 'downloads/tools/kubectl'), 'program');
  await writeFile(join(folder, 'blobs/sha256:aa'), '{"manifest":1}');
  await writeFile(join(folder, 'tags/v2/pause/manifests/3.10'), 'sha256:aa');
  server = createServer((request, response) => {
    answerRequest(folder, request, response);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  await new Promise((closed) => server.close(closed));
  await rm(folder, { recursive: true });
});

const binary = 'application/octet-stream';
const manifest = 'application/vnd.oci.image.manifest.v1+json';

test.each([
  ['/v2/', 200, null, '{}'],
  ['/downloads/tools/kubectl', 200, binary, 'program'],
  ['/v2/pause/manifests/3.10', 200, manifest, '{"manifest":1}'],
  ['/v2/pause/manifests/sha256:aa', 200, manifest, '{"manifest":1}'],
  ['/v2/pause/blobs/sha256:aa', 200, binary, '{"manifest":1}'],
  ['/downloads/tools', 404, null, ''],
  ['/downloads/tools/', 404, null, ''],
  ['/downloads/other', 404, null, ''],
  ['/v2/pause/manifests/4', 404, null, ''],
  ['/v2/pause/blobs/sha256:bb', 404, null, ''],
])('%s gives %d', async (path, status, type, text) => {
  const response = await fetch(base + path, { signal: AbortSignal.timeout(10_000) });
  expect([response.status, response.headers.get('content-type'), await response.text()]).toEqual([
    status,
    type,
    text,
  ]);
});

test('answers a HEAD request with the size of the file', async () => {
  const response = await fetch(`${base}/downloads/tools/kubectl`, { method: 'HEAD' });
  expect([response.headers.get('content-length'), await response.text()]).toEqual(['7', '']);
});
