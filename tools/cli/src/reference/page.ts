// SPDX-License-Identifier: Apache-2.0
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { format, resolveConfig } from 'prettier';
import { root } from '../root.ts';
import { renderCommands } from './render-page.ts';

/** The page of all commands. */
export const pageFile = join(root, 'docs/command-line.md');

/** Below it nothing is written by hand. */
const mark = '<!-- From here on written by `npx node tools/cli/src/reference/write-page.ts`. -->';

/** The page with the commands as the table has them. */
export async function currentPage(): Promise<string> {
  const [head = ''] = readFileSync(pageFile, 'utf8').split(mark);
  const text = `${head.trimEnd()}\n\n${mark}\n\n${await renderCommands()}\n`;
  return format(text, { ...(await resolveConfig(pageFile)), filepath: pageFile });
}
