// SPDX-License-Identifier: Apache-2.0
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { format, resolveConfig } from 'prettier';

/** Returns the line after which a command of this folder writes a page. */
const markOf = (command: string) =>
  `<!-- From here on written by \`node tools/test/src/${command}\`. -->`;

/**
 * Returns a page as it should be: the text that people wrote, and below it what a command makes.
 *
 * @param path - of the page, from the root of the repository.
 * @param command - file of the command, below tools/test/src.
 * @param write - returns the parts of what the command makes, for the text that people wrote.
 */
export async function writtenPage(
  root: string,
  { command, path }: { readonly command: string; readonly path: string },
  write: (own: string) => readonly string[],
): Promise<string> {
  const file = join(root, path);
  const mark = markOf(command);
  const own = readFileSync(file, 'utf8').split(mark)[0] ?? '';
  const text = [`${own.trimEnd()}\n`, `${mark}\n`, ...write(own)].join('\n');
  return format(text, { ...(await resolveConfig(file)), parser: 'markdown' });
}
