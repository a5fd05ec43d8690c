// SPDX-License-Identifier: Apache-2.0
import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { CliError } from './usage-error.ts';

/**
 * Writes a file that only its owner can read. A reader sees the whole of it, or the one before.
 *
 * @throws CliError when it cannot be written.
 */
export function writePrivateFile(file: string, text: string): void {
  const part = `${file}.${process.pid}.part`;
  try {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(part, text, { mode: 0o600, flag: 'wx' });
    renameSync(part, file);
  } catch (error) {
    rmSync(part, { force: true });
    throw new CliError(`${file} cannot be written: ${(error as Error).message}`);
  }
}
