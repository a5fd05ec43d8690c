// SPDX-License-Identifier: Apache-2.0
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';

/** A row of a page of capabilities, as it is written there. */
export interface Row {
  /** `<page>.<name>`. */
  readonly id: string;
  readonly what: string;
  /** Key, command or page; of what is not there yet, why. */
  readonly where: string;
  readonly state: string;
}

/** A page `docs/capabilities/<name>.md`. */
export interface Page {
  /** Without its ending, as ids begin. */
  readonly name: string;
  readonly title: string;
  /** What people wrote: all above the line from which a command writes. */
  readonly text: string;
  readonly rows: readonly Row[];
}

/** Folder of the pages, from the root of the repository. */
export const pagesFolder = 'docs/capabilities';

/** The page whose rows are what is not offered: nothing to prove, nothing to count. */
export const notOffered = 'not-offered';

/** From here on a command writes the page. */
export const mark =
  '<!-- From here on written by `node tools/test/src/capabilities/write-pages.ts`. -->';

const row = /^\| +`([^`]+)` +\| +(.+?) +\| +(.+?) +\| +(.+?) +\|$/;

/** The rows of a page's table, whose first column is an id. */
export function rowsIn(text: string): readonly Row[] {
  return text.split('\n').flatMap((line) => {
    const [, id, what, where, state] = row.exec(line) ?? [];
    if (id === undefined || what === undefined || where === undefined) return [];
    return [{ id, what, where, state: state ?? '' }];
  });
}

/** A page, from what its file says. */
export function readPage(name: string, content: string): Page {
  const [text = ''] = content.split(mark);
  const [, title = ''] = /^# (.+)$/m.exec(text) ?? [];
  return { name, title, text, rows: rowsIn(text) };
}

/** All pages with rows to prove, by name; the index and what is not offered are none of them. */
export function readPages(root: string): readonly Page[] {
  const folder = join(root, pagesFolder);
  return readdirSync(folder)
    .filter((file) => file.endsWith('.md') && file !== 'README.md')
    .map((file) => basename(file, '.md'))
    .filter((name) => name !== notOffered)
    .toSorted()
    .map((name) => readPage(name, readFileSync(join(folder, `${name}.md`), 'utf8')));
}
