// SPDX-License-Identifier: Apache-2.0
import { totalmem } from 'node:os';

const gib = 1024 ** 3;

/** Lint takes 4 GB, and the sandbox of the end-to-end tests beside it about as much. */
const enough = 12 * gib;

/** Memory of this computer, or of the container that this process is in: bytes. */
function memoryHere(): number {
  return Math.min(totalmem(), process.constrainedMemory() || Infinity);
}

/**
 * Returns the environment variables of lint: on a small computer tsgolint collects its garbage more often,
 * which takes 3.3 GB instead of 4.1, and a third more processor time.
 *
 * @param bytes - memory. @default that of this computer
 */
export function lintMemory(bytes: number = memoryHere()): Readonly<Record<string, string>> {
  return bytes < enough ? { GOGC: '40' } : {};
}
