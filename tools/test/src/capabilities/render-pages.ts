// SPDX-License-Identifier: Apache-2.0
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { format, resolveConfig } from 'prettier';
import { mark, pagesFolder } from './pages.ts';
import type { Page } from './pages.ts';
import type { Proof } from './proofs.ts';
import { states } from './states.ts';

const index = 'README.md';

/** Formats a text as inline code, which Markdown does not interpret. */
const code = (text: string) => `\`${text.replaceAll('`', "'").replaceAll(/\s+/g, ' ')}\``;

function renderProof(id: string, proofs: readonly Proof[]): readonly string[] {
  const own = proofs.filter(({ row }) => row === id);
  const files = [...new Set(own.map(({ file }) => file))];
  return files.map((file) => {
    const titles = new Set(own.filter((proof) => proof.file === file).map(({ title }) => title));
    return `  - ${code(file)}: ${[...titles].map(code).join(', ')}`;
  });
}

/** Returns the text below the table of a page: the tests of each row. */
export function renderProofs({ rows }: Page, proofs: readonly Proof[]): string {
  const proven = rows.flatMap(({ id }) => {
    const lines = renderProof(id, proofs);
    return lines.length === 0 ? [] : [`- **${id}**`, ...lines];
  });
  if (proven.length === 0) return '';
  const summary = '<details>\n<summary>The tests that prove each row</summary>';
  return `${mark}\n\n${summary}\n\n${proven.join('\n')}\n\n</details>\n`;
}

/** Returns the end of the index: every page, with the number of its rows in each state. */
export function renderCounts(pages: readonly Page[]): string {
  const names = Object.keys(states);
  const count = (rows: Page['rows'], state: string) =>
    rows.filter((row) => row.state === state).length;
  const line = (cells: readonly (string | number)[]) => `| ${cells.join(' | ')} |`;
  const all = pages.flatMap(({ rows }) => rows);
  const sorted = pages.toSorted((one, other) => one.title.localeCompare(other.title, 'en'));
  const lines = [
    line(['page', ...names]),
    line(['---', ...names.map(() => '--:')]),
    ...sorted.map(({ name, title, rows }) =>
      line([`[${title}](${name}.md)`, ...names.map((state) => count(rows, state))]),
    ),
    line(['all', ...names.map((state) => count(all, state))]),
  ];
  return `${mark}\n\n${lines.join('\n')}\n`;
}

/**
 * Returns the pages as they should be: the text that people wrote, and below it the tests.
 *
 * @param root root folder of the repository
 * @returns texts by path from the root
 */
export async function pageTexts(
  root: string,
  pages: readonly Page[],
  proofs: readonly Proof[],
): Promise<ReadonlyMap<string, string>> {
  const own = readFileSync(join(root, pagesFolder, index), 'utf8').split(mark)[0] ?? '';
  const texts = [
    [index, `${own.trimEnd()}\n\n${renderCounts(pages)}`],
    ...pages.map((page) => [
      `${page.name}.md`,
      `${page.text.trimEnd()}\n\n${renderProofs(page, proofs)}`,
    ]),
  ] as const;
  const options = await resolveConfig(join(root, pagesFolder, index));
  const formatted = texts.map(async ([name = '', text = '']) => {
    const pretty = await format(text, { ...options, parser: 'markdown' });
    return [`${pagesFolder}/${name}`, pretty] as const;
  });
  return new Map(await Promise.all(formatted));
}
