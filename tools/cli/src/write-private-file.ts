// SPDX-License-Identifier: Apache-2.0
import { writeFileAtomically } from '@strata/manifests/write-file';
import { CliError } from './usage-error.ts';

/**
 * Writes a file that only its owner can read. A reader sees the whole of it, or the one before.
 *
 * @throws CliError when it cannot be written.
 */
export function writePrivateFile(file: string, text: string): void {
  try {
    writeFileAtomically(file, text, { mode: 0o600, followsLinks: true });
  } catch (error) {
    throw new CliError(`${file} cannot be written: ${(error as Error).message}`);
  }
}
