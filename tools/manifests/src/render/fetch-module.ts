// SPDX-License-Identifier: Apache-2.0
import { execFile } from 'node:child_process';
import { tmpdir } from 'node:os';
import { promisify } from 'node:util';
import { z } from 'zod';
import { codeOf, isTimeout, ManifestError, messageOf, outputOf } from '../manifest-error.ts';

/** A Go module on disk. */
export interface FetchedModule {
  readonly path: string;
  /** With a leading `v`. */
  readonly version: string;
  /** As in go.sum. */
  readonly hash: string;
  /** Its folder, read-only. */
  readonly directory: string;
}

/** Gets a module, from Go's cache or from the module proxy. */
export type FetchModule = (
  path: string,
  version: string,
  signal?: AbortSignal,
) => Promise<FetchedModule>;

/** The largest module, CDI's, is 255 MB. */
const timeoutMs = 20 * 60_000;

const downloaded = z.object({
  Dir: z.string().optional(),
  Sum: z.string().optional(),
  Error: z.string().optional(),
});

async function download(module: string, signal?: AbortSignal): Promise<string> {
  try {
    const { stdout } = await promisify(execFile)('go', ['mod', 'download', '-json', module], {
      // Away from any go.mod or go.work, which could replace the module.
      cwd: tmpdir(),
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
    // `go mod download` says in its JSON why it failed.
    const { stdout, stderr } = outputOf(error);
    return stdout || JSON.stringify({ Error: stderr || messageOf(error) });
  }
}

/**
 * Gets a module with Go's own client, which checks it against the checksum database.
 *
 * @throws ManifestError when Go is missing or the module cannot be had.
 */
export const fetchModule: FetchModule = async (path, version, signal) => {
  const module = `${path}@${version}`;
  const answer = downloaded.parse(JSON.parse(await download(module, signal)));
  const { Dir: directory, Sum: hash, Error: reason = 'no reason given' } = answer;
  if (directory && hash) return { path, version, hash, directory };
  const lines = reason.split('\n').map((line) => line.trim());
  throw new ManifestError(
    `${module} cannot be downloaded (${lines.filter(Boolean).join(' ')}); check the ` +
      'connection, HTTPS_PROXY and GOPROXY and run again.',
  );
};
