// SPDX-License-Identifier: Apache-2.0
import { stackFile } from '@strata/contracts';
import { writtenPage } from '../written-page.ts';
import { behaviourSection } from './behaviour-pairs.ts';
import { machineSections } from './machine-pairs.ts';
import { exampleStacks } from './pair.ts';
import type { Arrival, Pair, PairSection, Place } from './pair.ts';
import { platformSections } from './platform-pairs.ts';
import { seedSections } from './seed-sections.ts';

/** All compared sections, in the order of the page. */
export const pairSections: readonly PairSection[] = [
  ...platformSections,
  ...machineSections,
  behaviourSection,
];

/** Path of the page, from the root of the repository. */
export const pagePath = 'docs/coming-from-kkp.md';

/** Formats a text as inline code in a table cell. */
const code = (text: string) => `\`${text.replaceAll('|', String.raw`\|`)}\``;

function renderPlace({ key, stack, value }: Place): string {
  const where = `${exampleStacks[stack].program}:${key}`;
  return typeof value === 'object' ? code(where) : code(`${where}: ${JSON.stringify(value)}`);
}

function renderArrival({ object, path, value }: Arrival): string {
  const isShort = typeof value !== 'object' && value !== undefined;
  const short = isShort ? `: ${typeof value === 'string' ? value : JSON.stringify(value)}` : '';
  const without = value === undefined ? 'without ' : '';
  return `${object}, ${without}${code(`${path}${short}`)}`;
}

function renderPair({ arrival, kkp, place, says = '', words = '' }: Pair): string {
  const cells = [
    kkp,
    says,
    place === undefined ? '' : renderPlace(place),
    arrival === undefined ? '' : renderArrival(arrival),
    words,
  ];
  return `| ${cells.join(' | ')} |`;
}

function renderSection({ intro, pairs, title }: PairSection): string {
  const head = '| KKP | its example | Strata | becomes | what differs |\n| - | - | - | - | - |';
  return `## ${title}\n\n${intro}\n\n${head}\n${pairs.map(renderPair).join('\n')}\n`;
}

function renderFiles(): string {
  const files = Object.values(exampleStacks).map(({ program, stack }) => {
    const file = stackFile({ project: program, stack });
    return `- [${file}](../${file})`;
  });
  return `The example:\n\n${files.join('\n')}\n`;
}

/** Returns the page as it should be: the text that people wrote, and below it the tables. */
export function pageText(root: string): Promise<string> {
  const page = { command: 'coming-from-kkp/write-page.ts', path: pagePath };
  return writtenPage(root, page, () => [
    renderFiles(),
    ...pairSections.map(renderSection),
    ...seedSections(),
  ]);
}
