// SPDX-License-Identifier: Apache-2.0
import { globSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, matchesGlob, normalize } from 'node:path';

/** Folders of the root that documents name files of. */
const top = ['.ci', '.github', '.gitlab', 'bench', 'docs', 'e2e', 'packages', 'stacks', 'tools'];

/** Endings of names that stand for a file without its folder. */
const endings = /\.(?:c?[jt]s|mjs|tsx|json|md|mod|sh|sum|ya?ml)$/;

const isPath = /^[\w.<>*{},-]+(?:\/[\w.<>*{},-]+)*\/?$/;

/** All files and folders of a repository, from its root; not what is installed or made. */
export function filesOf(root: string): readonly string[] {
  const exclude = (name: string) => /(?:^|\/)node_modules$/.test(name);
  const below = top.flatMap((folder) => globSync(`${folder}/**`, { cwd: root, exclude }));
  return [...readdirSync(root), ...below];
}

/** A path that a document names, and whether it names it whole. */
export interface NamedPath {
  readonly text: string;
  /** From the root of the repository; `<word>` stands for any. */
  readonly pattern: string;
  /** Whether it may stand below any folder. */
  readonly isEnd: boolean;
}

function inCode(text: string): NamedPath[] {
  const name = text.replace(/\/$/, '');
  if (!isPath.test(name)) return [];
  const pattern = name.replaceAll(/<[\w-]+>/g, '*');
  if (top.includes(name.split('/')[0] ?? '')) return [{ text, pattern, isEnd: false }];
  const isEnding = /^\.\w+$/.test(name);
  return endings.test(name) && !isEnding ? [{ text, pattern, isEnd: true }] : [];
}

/** The paths in links and code spans of a page; what is in blocks of code is none of them. */
export function namedPaths(page: string, markdown: string): NamedPath[] {
  const prose = markdown.replaceAll(/^```[\s\S]*?^```/gm, '');
  const code = [...prose.matchAll(/`([^`\n]+)`/g)].flatMap(([, text = '']) => inCode(text));
  const links = [...prose.matchAll(/\]\(([^)#\s]+)(?:#[^)]*)?\)/g)]
    .map(([, text = '']) => text)
    .filter((text) => !/^\w+:/.test(text))
    .map((text) => ({ text, pattern: normalize(join(dirname(page), text)), isEnd: false }));
  return [...code, ...links];
}

/** Those of the paths that nothing in the repository is called. */
export function missingPaths(named: readonly NamedPath[], files: readonly string[]): string[] {
  const known = new Set(files);
  const isThere = ({ isEnd, pattern }: NamedPath) =>
    known.has(pattern) ||
    files.some((file) => matchesGlob(file, isEnd ? `**/${pattern}` : pattern));
  return [...new Set(named.filter((one) => !isThere(one)).map(({ text }) => text))];
}

/** A name of code that a document places in a file. */
export interface NamedCode {
  readonly name: string;
  /** The file, as the document writes it: a whole path or the end of one. */
  readonly file: string;
}

/** The names that a page places in a file: "`name` of `file.ts`", "`name` in `file.ts`". */
export function namedCode(markdown: string): NamedCode[] {
  const places = markdown.matchAll(/`(\w+)`,? (?:of|in) `([\w./-]+\.ts)`/g);
  return [...places].map(([, name = '', file = '']) => ({ name, file }));
}

/** Those of the names that no file of that path has as a word. */
export function missingCode(
  root: string,
  named: readonly NamedCode[],
  files: readonly string[],
): string[] {
  const holds = ({ file, name }: NamedCode) =>
    files
      .filter((path) => path === file || path.endsWith(`/${file}`))
      .some((path) => new RegExp(`\\b${name}\\b`).test(readFileSync(join(root, path), 'utf8')));
  return named.filter((one) => !holds(one)).map(({ file, name }) => `${name} of ${file}`);
}
