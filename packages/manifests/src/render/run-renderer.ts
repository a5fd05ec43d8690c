// SPDX-License-Identifier: Apache-2.0
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { isTimeout, ManifestError, messageOf, outputOf } from '../manifest-error.ts';

/** One run of a program that prints manifests. */
export interface RendererRun {
  /** Path of the program. */
  readonly binary: string;
  readonly args: readonly string[];
  readonly cwd: string;
  /** All of its environment, without the caller's: the output must be the same everywhere. */
  readonly env: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal | undefined;
  /** Beginning of error messages, with the name of the failed part: `helm failed for <chart>`. */
  readonly failure: string;
  /** Returns the part of its error output that says why it failed; undefined or empty if none does. */
  readonly reasonIn: (stderr: string) => string | undefined;
}

const timeoutMs = 60_000;
const maxOutputBytes = 64 * 1024 * 1024;

/**
 * Runs a program and returns what it prints.
 *
 * @throws ManifestError when it fails, or does not end within a minute; the reason of the signal when it is
 * aborted.
 */
export async function runRenderer(run: RendererRun): Promise<string> {
  const { args, binary, cwd, env, failure, reasonIn, signal } = run;
  try {
    const { stdout } = await promisify(execFile)(binary, args, {
      cwd,
      env,
      timeout: timeoutMs,
      maxBuffer: maxOutputBytes,
      ...(signal && { signal }),
    });
    return stdout;
  } catch (error) {
    signal?.throwIfAborted();
    if (isTimeout(error)) {
      throw new ManifestError(`${failure}: it did not end within ${timeoutMs / 1000} s`);
    }
    const said = reasonIn(outputOf(error).stderr) ?? '';
    const reason = said === '' ? messageOf(error).trim() : said;
    throw new ManifestError(`${failure}: ${reason}`);
  }
}

/** Makes a folder for some work, and removes it when the work has ended. */
export async function withWorkFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'strata-manifests-'));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
