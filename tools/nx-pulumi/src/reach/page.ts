// SPDX-License-Identifier: Apache-2.0
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { format, resolveConfig } from 'prettier';
import type { Edit } from './edit.ts';
import { edits } from './edits.ts';

/** Path of the page from the root of the repository. */
export const pagePath = 'docs/reach.md';

/** From here on a command writes the page. */
const mark = '<!-- From here on written by `node tools/nx-pulumi/src/reach/write-page.ts`. -->';

function renderEdit({ byName, file, reaches, what }: Edit): string {
  return `| ${[what, `\`${file}\``, reaches, byName ?? reaches].join(' | ')} |`;
}

/** The page as it should be: what people wrote, and below it the table. */
export async function pageText(root: string): Promise<string> {
  const path = join(root, pagePath);
  const own = readFileSync(path, 'utf8').split(mark)[0] ?? '';
  const head = '| edit | of | reaches | by `nx affected` |\n| - | - | - | - |';
  const text = `${own.trimEnd()}\n\n${mark}\n\n${head}\n${edits.map(renderEdit).join('\n')}\n`;
  return format(text, { ...(await resolveConfig(path)), parser: 'markdown' });
}
