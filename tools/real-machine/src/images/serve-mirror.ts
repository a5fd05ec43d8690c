// SPDX-License-Identifier: Apache-2.0
import { createReadStream } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import { join, normalize } from 'node:path';
import type { Endpoint } from '../boot/forward-connections.ts';

/** What a mirror serves, and its identity. */
export interface MirrorPlan {
  /** As {@link file://./write-mirror.ts} has written it. */
  readonly folder: string;
  readonly certificatePem: string;
  readonly privateKeyPem: string;
}

const manifestType = 'application/vnd.oci.image.manifest.v1+json';

/** Under `/downloads` files have their own names, under `/v2` images have those of registries. The file that a request is about, below the folder, and its type. */
async function fileOf(folder: string, path: string): Promise<{ file: string; type: string }> {
  const binary = 'application/octet-stream';
  const [, kind, reference = ''] = /^\/v2\/.+\/(manifests|blobs)\/([^/]+)$/.exec(path) ?? [];
  if (kind === undefined) return { file: join(folder, normalize(path)), type: binary };
  const digest = reference.startsWith('sha256:')
    ? reference
    : await readFile(join(folder, 'tags', normalize(path)), 'utf8');
  const type = kind === 'manifests' ? manifestType : binary;
  return { file: join(folder, 'blobs', digest), type };
}

async function answer(
  folder: string,
  { method, url = '' }: IncomingMessage,
  response: ServerResponse,
) {
  const path = new URL(url, 'https://mirror').pathname;
  if (path === '/v2/') {
    response.end('{}');
    return;
  }
  const { file, type } = await fileOf(folder, path);
  const found = await stat(file);
  if (!found.isFile()) throw new Error(`${path} is no file`);
  const { size } = found;
  response.setHeader('Content-Type', type);
  response.setHeader('Content-Length', size);
  if (method === 'HEAD') response.end();
  else createReadStream(file).pipe(response);
}

/**
 * Serves container images, as registries do, and files to download, over TLS.
 *
 * @see https://github.com/opencontainers/distribution-spec/blob/v1.1.1/spec.md#pull
 */
export async function serveMirror(plan: MirrorPlan, { host, port }: Endpoint): Promise<void> {
  const server = createServer(
    { cert: plan.certificatePem, key: plan.privateKeyPem },
    (request, response) => {
      console.log(new Date().toISOString(), request.method, request.url);
      answer(plan.folder, request, response).catch(() => {
        response.writeHead(404).end();
      });
    },
  );
  await new Promise<void>((listening) => server.listen(port, host, listening));
}
