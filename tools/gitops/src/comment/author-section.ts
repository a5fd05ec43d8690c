// SPDX-License-Identifier: Apache-2.0
import { parseStackFileName } from '@strata/contracts/stack-file-name';
import type { CodeChange, FileChange } from '../pull-request/author-changes.ts';
import type { FieldChange } from '../pull-request/compare-yaml.ts';
import type { PullRequest } from '../pull-request/read-pull-request.ts';
import { code, prose } from './escape-text.ts';
import { list } from './list-words.ts';
import { counted } from './report-words.ts';

/** Longest texts, in characters; how many fields of a file, and how many files without a click. */
const longest = { file: 90, path: 90, value: 60, entry: 120, fields: 12, files: 6 } as const;

/** Largest part of a page that the whole section may take, as a fraction of the page. */
const share = 0.12;

const value = (text: string, most: number) => (text === '' ? '(empty)' : prose(text, most));

/** `pools[md-a].replicas 2 → 4` */
function change(field: FieldChange): string {
  const path = code(field.path, longest.path);
  switch (field.kind) {
    case 'changed':
      return `${path} ${value(field.before, longest.value)} → ${value(field.after, longest.value)}`;
    case 'secret':
      return `${path} (secret) changed`;
    case 'moved':
      return `${path} has another place in its list`;
    case 'added':
    case 'removed':
      return `${field.kind}: ${path} ${value(field.value, longest.entry)}`;
  }
}

/** The first of a list, each whole, and how many more there are. */
const firstOf = (words: readonly string[], between: string) =>
  list(words, { between, named: longest.fields, longest: Infinity });

/** Values that are others first, then what is new, what is gone, and what only moved. */
const kinds: readonly FieldChange['kind'][] = ['changed', 'secret', 'added', 'removed', 'moved'];

function fieldWords(fields: readonly FieldChange[]): string {
  if (fields.length === 0) return 'comments or the order of keys';
  const sorted = [...fields].sort((a, b) => kinds.indexOf(a.kind) - kinds.indexOf(b.kind));
  return firstOf(sorted.map(change), '; ');
}

/** ` (for prod / shop, prod / web)`: clusters that extend a profile. */
function extendingWords(clusters: FileChange['clusters'] = []): string {
  if (clusters.length === 0) return '';
  const names = clusters.map(({ cluster, environment }) =>
    prose(`${environment} / ${cluster}`, longest.value),
  );
  return ` (for ${firstOf(names, ', ')})`;
}

function fileLine({ clusters, fields, file, kind }: FileChange): string {
  const name = `${code(file, longest.file)}${extendingWords(clusters)}`;
  if (kind === 'removed') return `${name}: the file is removed`;
  if (fields === undefined) return `${name}: changed, and cannot be compared as YAML`;
  return `${name}${kind === 'new' ? ' (new)' : ''}: ${fieldWords(fields)}`;
}

function codeLine(all: readonly CodeChange[]): string[] {
  if (all.length === 0) return [];
  const places = all.map(({ files, place }) => {
    const name = place === '.' ? 'the root' : code(place, longest.path);
    return `${name} (${counted(files, 'file')})`;
  });
  return [`outside <code>stacks</code>: ${firstOf(places, ', ')}`];
}

/** Stacks come before limits, plans and facts. */
const isStack = ({ file }: FileChange) => parseStackFileName(file) !== undefined;

/**
 * Renders the changes of a pull request's author, one line per file: keys of the YAML with old and
 * new values. The first files are visible at once, the others are folded. The section never takes
 * more than its share of a page.
 */
export function authorSection(pullRequest: PullRequest, pageLength: number): string {
  const title = '\n### What the author changed\n\n';
  if ('unknown' in pullRequest) {
    return `${title}It cannot be told: ${prose(pullRequest.unknown, longest.entry)}.\n`;
  }
  const { code: elsewhere, files } = pullRequest.author;
  const sorted = [...files.filter(isStack), ...files.filter((one) => !isStack(one))];
  const lines = sorted.map((one) => `- ${fileLine(one)}\n`);
  let room = Math.floor(share * pageLength);
  const fitting = lines.filter((line) => (room -= line.length) >= 0);
  const left = lines.length - fitting.length;
  const seen = [
    ...fitting.slice(0, longest.files),
    ...codeLine(elsewhere).map((line) => `- ${line}\n`),
  ];
  const folded = [...fitting.slice(longest.files), ...(left > 0 ? [`- … ${left} more\n`] : [])];
  const more = lines.length - Math.min(fitting.length, longest.files);
  const fold =
    more === 0
      ? ''
      : `\n<details><summary>${counted(more, 'more file')}</summary>\n\n${folded.join('')}\n</details>\n`;
  const all = [...seen, fold].join('');
  return `${title}${all === '' ? 'Nothing.\n' : all}`;
}
