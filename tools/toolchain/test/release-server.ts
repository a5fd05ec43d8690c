// SPDX-License-Identifier: Apache-2.0
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import type { RequestListener } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { create } from 'tar';
import { ownPlatform } from '../src/planned-download.ts';
import type { Release, ReleaseTable } from '../src/release-types.ts';

/** A small archive and its hash. */
export interface SmallArchive {
  readonly content: Buffer;
  readonly sha256: string;
}

/** A program of the archive, as the shell runs it. */
export const released = '#!/bin/sh\necho released\n';

/** Makes a `.tar.gz` with these files and, beside them, a link and a file that nobody wants. */
export async function makeArchive(files: Readonly<Record<string, string>>): Promise<SmallArchive> {
  const folder = await mkdtemp(join(tmpdir(), 'strata-archive-'));
  try {
    for (const [path, text] of Object.entries({ ...files, 'etcd/README.md': 'Read me.\n' })) {
      await mkdir(dirname(join(folder, path)), { recursive: true });
      await writeFile(join(folder, path), text);
    }
    await symlink('/bin/sh', join(folder, 'etcd', 'link'));
    const file = join(folder, 'archive.tar.gz');
    await create({ gzip: true, file, cwd: folder }, ['etcd']);
    const content = await readFile(file);
    return { content, sha256: createHash('sha256').update(content).digest('hex') };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** A web server on the loopback interface. */
export interface ReleaseServer {
  /** Such as `http://127.0.0.1:40123`. */
  readonly url: string;
  /** Paths that were asked for. */
  readonly asked: string[];
  /** Changes what it answers. */
  answer: RequestListener;
  readonly stop: () => Promise<void>;
}

/** Starts a server that answers 404 until it is told otherwise. */
export async function startServer(): Promise<ReleaseServer> {
  const server = createServer((request, response) => {
    self.asked.push(request.url ?? '');
    self.answer(request, response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const self: ReleaseServer = {
    url: `http://127.0.0.1:${port}`,
    asked: [],
    answer: (_request, response) => response.writeHead(404).end(),
    stop: async () => {
      server.closeAllConnections();
      if (server.listening) await new Promise((resolve) => server.close(resolve));
    },
  };
  return self;
}

/** Answers with the archive. */
export const sends =
  ({ content }: SmallArchive): RequestListener =>
  (_request, response) => {
    response.writeHead(200, { 'content-length': content.length }).end(content);
  };

/** Returns a table in which the releases of some tools are at a server. */
export function tableAt(
  url: string,
  hash: string,
  path = 'etcd/bin/etcd',
): Required<Pick<ReleaseTable, 'etcd' | 'kwok'>> {
  const release = {
    publisher: 'etcd',
    algorithm: 'sha256',
    source: { repository: 'https://forge.example/etcd', commit: 'c0ffee', path: 'HASHES' },
    mebibytes: 100,
    archives: { [ownPlatform()]: { url: `${url}/etcd.tar.gz`, hash } },
  } as const satisfies Omit<Release, 'paths' | 'version'>;
  return {
    etcd: { ...release, version: '3.6.5', paths: { etcd: path } },
    kwok: { built: 'for the test' },
  };
}
