// SPDX-License-Identifier: Apache-2.0
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';
import type { ModuleSums } from '../recipes/component.ts';
import { codeOf, isTimeout, ManifestError, messageOf, outputOf } from '../manifest-error.ts';

/** Module version, and how it is downloaded and verified. */
export interface ModuleRequest {
  readonly path: string;
  /** With a leading `v`. */
  readonly version: string;
  /** @default the checksum database vouches for the module */
  readonly sums?: ModuleSums | undefined;
  /** Package through which the module is downloaded. @default the module is downloaded by itself */
  readonly package?: string | undefined;
}

/** Go module on disk. */
export interface FetchedModule {
  readonly path: string;
  /** With a leading `v`. */
  readonly version: string;
  /** Hash as in go.sum. */
  readonly hash: string;
  /** Path of its folder, which is read-only. */
  readonly directory: string;
}

/** Function that returns a module from Go's cache or from the module proxy. */
export type FetchModule = (request: ModuleRequest, signal?: AbortSignal) => Promise<FetchedModule>;

/** Time limit of a download in milliseconds. The largest module, CDI's, is 255 MB. */
const timeoutMs = 20 * 60_000;

const downloaded = z.object({
  Dir: z.string().optional(),
  Sum: z.string().optional(),
  Error: z.string().optional(),
});

/** Output of `go list`, which names the module of a package. */
const listed = z.object({
  Module: z.object({ Dir: z.string().optional(), Sum: z.string().optional() }).optional(),
  Error: z.object({ Err: z.string() }).optional(),
});

/** Runs `go` and returns the JSON that it prints. If it failed, the JSON says why. */
async function runGo(
  module: string,
  args: readonly string[],
  cwd: string,
  signal?: AbortSignal,
): Promise<string> {
  try {
    const { stdout } = await promisify(execFile)('go', args, {
      cwd,
      env: { ...process.env, GOWORK: 'off', GOFLAGS: '', GOTOOLCHAIN: 'local' },
      timeout: timeoutMs,
      ...(signal && { signal }),
    });
    return stdout;
  } catch (error) {
    signal?.throwIfAborted();
    if (codeOf(error) === 'ENOENT') {
      throw new ManifestError(
        'Go is missing: install Go 1.26 or newer (https://go.dev/dl) and put its bin folder ' +
          'first on PATH.',
      );
    }
    if (isTimeout(error)) {
      throw new ManifestError(
        `${module} was not downloaded within ${timeoutMs / 60_000} minutes; run again to go on.`,
      );
    }
    const { stdout, stderr } = outputOf(error);
    return stdout || JSON.stringify({ Error: stderr || messageOf(error) });
  }
}

/**
 * Runs work in a folder with a go.mod that requires only the module, outside any other go.mod or
 * go.work, which could replace the module.
 */
async function besideGoMod<T>(
  { path, version, sums }: ModuleRequest,
  work: (folder: string) => Promise<T>,
): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'strata-module-'));
  const goSum = sums
    ? `${path} ${version} ${sums.zip}\n${path} ${version}/go.mod ${sums.goMod}\n`
    : '';
  try {
    await writeFile(
      join(folder, 'go.mod'),
      `module strata/fetch\n\ngo 1.26\n\nrequire ${path} ${version}\n`,
    );
    await writeFile(join(folder, 'go.sum'), goSum);
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

interface Answer {
  readonly directory: string | undefined;
  readonly hash: string | undefined;
  readonly reason: string | undefined;
}

async function ask(request: ModuleRequest, folder: string, signal?: AbortSignal): Promise<Answer> {
  const module = `${request.path}@${request.version}`;
  if (request.package === undefined) {
    const text = await runGo(module, ['mod', 'download', '-json', module], folder, signal);
    const { Dir, Sum, Error: reason } = downloaded.parse(JSON.parse(text));
    return { directory: Dir, hash: Sum, reason };
  }
  const args = ['list', '-mod=mod', '-find', '-e', '-json=Module,Error', request.package];
  const text = await runGo(module, args, folder, signal);
  const { data, error } = listed.safeParse(JSON.parse(text));
  if (error) return { directory: undefined, hash: undefined, reason: text };
  const { Module: found, Error: problem } = data;
  return { directory: found?.Dir, hash: found?.Sum, reason: problem?.Err };
}

/**
 * Downloads a module with Go's own client, which checks it against the sums in the table, if there
 * are any, else against the checksum database.
 *
 * @throws ManifestError when Go is missing or the module cannot be downloaded.
 */
export const fetchModule: FetchModule = async (request, signal) => {
  const { path, version } = request;
  const answer = await besideGoMod(request, (folder) => ask(request, folder, signal));
  const { directory, hash, reason = 'no reason given' } = answer;
  if (directory && hash) return { path, version, hash, directory };
  const lines = reason.split('\n').map((line) => line.trim());
  throw new ManifestError(
    `${path}@${version} cannot be downloaded (${lines.filter(Boolean).join(' ')}); check the ` +
      'connection, HTTPS_PROXY and GOPROXY and run again.',
  );
};
