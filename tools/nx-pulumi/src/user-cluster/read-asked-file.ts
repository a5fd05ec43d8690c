// SPDX-License-Identifier: Apache-2.0
import { existsSync, readFileSync } from 'node:fs';
import { isStandardInput, readStandardInput } from './standard-input.ts';

/**
 * Returns the text of a file of another product, or of standard input, and what messages call it.
 *
 * @param flag - option that names the file.
 * @throws Error when there is no such file.
 */
export function readAskedFile(flag: string, path: string) {
  if (isStandardInput(path)) return { path: 'standard input', text: readStandardInput() };
  if (!existsSync(path)) throw new Error(`${flag}: there is no file ${path}.`);
  return { path, text: readFileSync(path, 'utf8') };
}
