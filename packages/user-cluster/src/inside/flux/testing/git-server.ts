// SPDX-License-Identifier: Apache-2.0
import { LoopbackHttps } from '@strata/testing';
import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { dirname, join } from 'node:path';
import { createGunzip } from 'node:zlib';

/** Name and e-mail address of whoever commits; nothing is read from the machine's own settings. */
const identity = {
  GIT_AUTHOR_NAME: 'ann',
  GIT_AUTHOR_EMAIL: 'ann@example.org',
  GIT_COMMITTER_NAME: 'ann',
  GIT_COMMITTER_EMAIL: 'ann@example.org',
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_CONFIG_SYSTEM: '/dev/null',
};

/**
 * A Git repository that one user may read, by HTTPS on loopback. The answers are those of `git upload-pack`.
 *
 * @see https://git-scm.com/docs/http-protocol
 */
export class GitServer {
  readonly #folder: string;
  readonly #password: string;
  readonly #pki: string;
  #server: LoopbackHttps | undefined;

  /**
   * @param folder - of the repository.
   * @param pki - folder with `server.crt` and `server.key`, which are for 127.0.0.1.
   */
  constructor(folder: string, pki: string, password: string) {
    this.#folder = folder;
    this.#pki = pki;
    this.#password = password;
    mkdirSync(folder, { recursive: true });
    this.#git('init', '--quiet', '--initial-branch=main');
  }

  /** Listens, and returns the URL of the repository. */
  async start(): Promise<string> {
    this.#server = await LoopbackHttps.start(this.#pki, (request, response) => {
      this.#answer(request, response);
    });
    return `${this.#server.url}/shop.git`;
  }

  async stop(): Promise<void> {
    await this.#server?.away();
  }

  /** Commits these files, and returns the commit as Flux names it. */
  commit(files: Readonly<Record<string, string>>): string {
    for (const [name, content] of Object.entries(files)) {
      const file = join(this.#folder, name);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, content);
    }
    this.#git('add', '--all');
    this.#git('commit', '--quiet', '--message=change');
    return `main@sha1:${this.#git('rev-parse', 'HEAD').trim()}`;
  }

  #git(...args: readonly string[]): string {
    const env = { ...process.env, ...identity };
    return execFileSync('git', ['-C', this.#folder, ...args], { encoding: 'utf8', env });
  }

  #answer(request: IncomingMessage, response: ServerResponse): void {
    const expected = `Basic ${Buffer.from(`git:${this.#password}`).toString('base64')}`;
    if (request.headers.authorization !== expected) {
      response.writeHead(401, { 'www-authenticate': 'Basic realm="shop"' }).end();
      return;
    }
    const service = 'application/x-git-upload-pack';
    const isRefs = request.url?.startsWith('/shop.git/info/refs') === true;
    const ending = isRefs ? 'advertisement' : 'result';
    response.writeHead(200, { 'content-type': `${service}-${ending}` });
    if (isRefs) response.write('001e# service=git-upload-pack\n0000');
    const args = ['upload-pack', '--stateless-rpc', ...(isRefs ? ['--advertise-refs'] : [])];
    const env = { ...process.env, ...identity };
    const git = spawn('git', [...args, this.#folder], { stdio: ['pipe', 'pipe', 'ignore'], env });
    const isZipped = request.headers['content-encoding'] === 'gzip';
    (isZipped ? request.pipe(createGunzip()) : request).pipe(git.stdin);
    git.stdin.on('error', () => undefined);
    git.stdout.pipe(response);
  }
}
