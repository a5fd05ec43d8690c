// SPDX-License-Identifier: Apache-2.0
import { createReadStream } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join, normalize } from 'node:path';

const manifestType = 'application/vnd.oci.image.manifest.v1+json';

/**
 * Returns the file below the folder that a request names, and its type. Under `/downloads` files
 * have their own names, under `/v2` images have the names of the registry API.
 */
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

async function sendFile(
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
 * Answers a request as registries do. Anything that the mirror does not have, such as a folder,
 * gives 404.
 *
 * @param folder - folder that {@link file://./write-mirror.ts} has written.
 */
export function answerRequest(
  folder: string,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  sendFile(folder, request, response).catch(() => {
    response.writeHead(404).end();
  });
}
