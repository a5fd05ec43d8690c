// SPDX-License-Identifier: Apache-2.0
import { marked } from 'marked';
import type { Tokens } from 'marked';
import { matchesGlob } from 'node:path';

/** A word that the repository does not use. */
export interface UnusedWord {
  /** One or several words, in the singular. */
  readonly word: string;
  /** Finds it in prose and in names: `aWord`, `A_WORD` and "a word" alike. */
  readonly pattern: RegExp;
  /** Word to use instead. */
  readonly instead: string;
  /** Names of upstream or of another product that it is a part of. */
  readonly names: readonly string[];
  /** Files in which it may stand, as globs from the root of the repository. */
  readonly files: readonly string[];
}

const codeSpans = (cell: Tokens.TableCell) =>
  cell.tokens.flatMap((token) => (token.type === 'codespan' ? [token.text as string] : []));

const isPath = (span: string) => /\/.*\.\w+$|\.md$/.test(span);

/**
 * Pattern of the separator between the parts of a word: `-`, `_`, a space, or a line break in a
 * comment or in a text.
 */
const between = String.raw`(?:[-_ ]|\s*['"\`] \+\n\s*['"\`]\s*|[ \t]*\n[ \t]*(?:\*|//|#|>)?[ \t]*)?`;

function patternOf(word: string): RegExp {
  const parts = word.split(/[- ]/).map((part) => {
    const capital = part.charAt(0).toUpperCase() + part.slice(1);
    return `(?:${part}|${capital}|${part.toUpperCase()})`;
  });
  // A capital letter begins a word in a name, and ends the one before.
  const begin = '(?:(?<![A-Za-z])|(?<=[a-z])(?=[A-Z]))';
  return new RegExp(`${begin}${parts.join(between)}(?:s|es|S|ES)?(?![a-z])`, 'g');
}

/** Returns the words in the table of a page that has the heading of its first column. */
export function unusedWords(markdown: string, heading = 'not'): UnusedWord[] {
  const table = marked
    .lexer(markdown)
    .find(
      (token): token is Tokens.Table =>
        token.type === 'table' && (token as Tokens.Table).header[0]?.text === heading,
    );
  if (table === undefined) throw new Error(`no table has the heading "${heading}"`);
  return table.rows.flatMap(([not, but, where]) => {
    const spans = where === undefined ? [] : codeSpans(where);
    return (not?.text ?? '').split(', ').map((word) => ({
      word,
      pattern: patternOf(word),
      instead: but?.text ?? '',
      names: spans.filter((span) => !isPath(span)),
      files: spans.filter(isPath),
    }));
  });
}

/** Returns where a file has words that are not used, and what to say instead. */
export function findUnusedWords(
  file: string,
  text: string,
  words: readonly UnusedWord[],
): string[] {
  return words.flatMap(({ files, instead, names, pattern }) => {
    if (files.some((glob) => matchesGlob(file, glob))) return [];
    // Dots join no parts of a word.
    const own = names.reduce((rest, name) => rest.replaceAll(name, '.'.repeat(name.length)), text);
    const problem = (place: string, found: string) =>
      `${place}: "${found.replaceAll(/\s+/g, ' ')}"; say "${instead}"`;
    return [
      ...[...file.matchAll(pattern)].map(([found]) => problem(`name of ${file}`, found)),
      ...[...own.matchAll(pattern)].map(({ 0: found, index }) =>
        problem(`${file}:${own.slice(0, index).split('\n').length}`, found),
      ),
    ];
  });
}
