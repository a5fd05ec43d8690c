// SPDX-License-Identifier: Apache-2.0
import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { DownloadError } from './download-error.ts';
import type { DownloadLimits } from './download-limits.ts';
import { startClock } from './download-limits.ts';
import { openUrl } from './open-url.ts';

/** An archive to fetch, and where to. */
export interface ArchiveFetch {
  readonly url: string;
  readonly algorithm: 'sha256' | 'sha512';
  /** File that is written. */
  readonly file: string;
  readonly env: NodeJS.ProcessEnv;
  readonly limits: DownloadLimits;
  readonly signal?: AbortSignal | undefined;
  /** Called for every piece; `size` is undefined where the server does not state it. */
  readonly onBytes: (received: number, size: number | undefined) => void;
}

/** An archive that has come. */
export interface FetchedArchive {
  /** Hash of what has come, in hex digits. */
  readonly hash: string;
  readonly bytes: number;
}

const mebibytes = (bytes: number) => (bytes / 1024 ** 2).toFixed(1);

/** Returns the size that the server states. */
function sizeOf({ headers }: IncomingMessage): number | undefined {
  const size = Number(headers['content-length']);
  return Number.isSafeInteger(size) ? size : undefined;
}

/**
 * Streams a file from a web server into a file, and hashes it on the way.
 *
 * @throws DownloadError when it cannot be had completely within the limits; the outer signal's
 * reason when that is aborted; system errors of the file.
 */
export async function fetchArchive(fetch: ArchiveFetch): Promise<FetchedArchive> {
  const { algorithm, env, file, limits, onBytes, url } = fetch;
  const hash = createHash(algorithm);
  let bytes = 0;
  const clock = startClock(url, limits, fetch.signal);
  const { signal } = clock;
  try {
    const answer = await openUrl({ url, env, signal });
    const size = sizeOf(answer);
    async function* pieces(): AsyncGenerator<Buffer> {
      try {
        for await (const piece of answer as AsyncIterable<Buffer>) {
          clock.heard();
          hash.update(piece);
          bytes += piece.length;
          onBytes(bytes, size);
          yield piece;
        }
      } catch {
        const whole = size === undefined ? '' : ` of ${mebibytes(size)}`;
        throw new DownloadError(`${url} broke off after ${mebibytes(bytes)}${whole} MB`);
      }
    }
    await pipeline(pieces(), createWriteStream(file), { signal });
    return { hash: hash.digest('hex'), bytes };
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    throw error;
  } finally {
    clock.stop();
  }
}
