// SPDX-License-Identifier: Apache-2.0
import { mkdtempSync, mkdirSync, rmSync } from 'node:fs';
import type { IncomingHttpHeaders } from 'node:http';
import { connect } from 'node:http2';
import { createConnection } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ContainerRuntime } from './container-runtime.ts';

const before = process.cwd();
const root = mkdtempSync(join(tmpdir(), 'runtime-'));
mkdirSync(join(root, 'run'));
const runtime = new ContainerRuntime(root);
beforeAll(() => runtime.start());
afterAll(async () => {
  await runtime.stop();
  process.chdir(before);
  rmSync(root, { recursive: true });
});

/** Makes one gRPC call; returns its status and the bytes of the answer. */
function call(method: string): Promise<{ status: unknown; answer: string }> {
  const session = connect('http://containerd', {
    createConnection: () => createConnection(join(root, 'run/containerd/containerd.sock')),
  });
  return new Promise((resolve, reject) => {
    const stream = session.request({ ':method': 'POST', ':path': method });
    let status: unknown;
    const chunks: Buffer[] = [];
    stream.on('trailers', (trailers: IncomingHttpHeaders) => (status = trailers['grpc-status']));
    stream.on('data', (chunk: Buffer) => chunks.push(chunk));
    stream.on('error', reject);
    stream.on('end', () => {
      session.close();
      resolve({ status, answer: Buffer.concat(chunks).toString('latin1') });
    });
    stream.end(Buffer.alloc(5));
  });
}

test('answers with its name and version', async () => {
  const { status, answer } = await call('/runtime.v1.RuntimeService/Version');
  expect(status).toBe('0');
  expect(answer).toBe('\0\0\0\0\x1e\n\x050.1.0\x12\ncontainerd\x1a\x052.1.4"\x02v1');
});

test('answers that a method that is not played is unimplemented', async () => {
  expect(await call('/runtime.v1.RuntimeService/RunPodSandbox')).toEqual({
    status: '12',
    answer: '',
  });
});
