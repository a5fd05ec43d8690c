// SPDX-License-Identifier: Apache-2.0
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';

/** Row of a page of capabilities, as it is written there. */
export interface Row {
  /** Id of the row: `<page>.<name>`. */
  readonly id: string;
  readonly what: string;
  /** Key, command or page; for a capability that does not exist yet, the reason. */
  readonly where: string;
  readonly state: string;
}

/** Page `docs/capabilities/<name>.md`. */
export interface Page {
  /** Name of the file without its extension, with which ids begin. */
  readonly name: string;
  readonly title: string;
  /** Text that people wrote: everything above the line after which a command writes. */
  readonly text: string;
  readonly rows: readonly Row[];
}

/** Path of the folder of the pages, from the root of the repository. */
export const pagesFolder = 'docs/capabilities';

/**
 * Name of the page with the capabilities that are not offered, which are neither proven nor
 * counted.
 */
export const notOffered = 'not-offered';

/** Line after which a command writes the page. */
export const mark =
  '<!-- From here on written by `node tools/test/src/capabilities/write-pages.ts`. -->';

const row = /^\| +`([^`]+)` +\| +(.+?) +\| +(.+?) +\| +(.+?) +\|$/;

/** Returns the rows of a page's table, whose first column is an id. */
export function rowsIn(text: string): readonly Row[] {
  return text.split('\n').flatMap((line) => {
    const [, id, what, where, state] = row.exec(line) ?? [];
    if (id === undefined || what === undefined || where === undefined) return [];
    return [{ id, what, where, state: state ?? '' }];
  });
}

/** Parses a page from the content of its file. */
export function readPage(name: string, content: string): Page {
  const [text = ''] = content.split(mark);
  const [, title = ''] = /^# (.+)$/m.exec(text) ?? [];
  return { name, title, text, rows: rowsIn(text) };
}

/**
 * Returns all pages with rows to prove, sorted by name, without the index and the page of what is
 * not offered.
 */
export function readPages(root: string): readonly Page[] {
  const folder = join(root, pagesFolder);
  return readdirSync(folder)
    .filter((file) => file.endsWith('.md') && file !== 'README.md')
    .map((file) => basename(file, '.md'))
    .filter((name) => name !== notOffered)
    .toSorted()
    .map((name) => readPage(name, readFileSync(join(folder, `${name}.md`), 'utf8')));
}
