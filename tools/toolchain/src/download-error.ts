// SPDX-License-Identifier: Apache-2.0
import { codeOf, messageOf } from './toolchain-error.ts';

/** Signals that an archive cannot be had, or is not what its publisher released. */
export class DownloadError extends Error {
  override readonly name = 'DownloadError';
}

/** Returns what a failed connection says of itself, in one word if it has one. */
function causeOf(error: unknown): string {
  return codeOf(error) ?? messageOf(error).split('\n')[0] ?? '';
}

/** Returns the error for an address that does not answer. */
export function unreachable(url: string, error: unknown): DownloadError {
  return new DownloadError(`${url} cannot be reached (${causeOf(error)})`);
}
