// SPDX-License-Identifier: Apache-2.0
import type { StackEntry } from './stack-entry.ts';

/** As much of an entry as there is room for. */
export interface FittedEntry {
  readonly entry: StackEntry;
  /** Whether its name alone is said. */
  readonly nameOnly: boolean;
  /** Which of its lines are said, as indices in their order. */
  readonly lines: readonly number[];
}

/** Entries in the room there is, and what had to be left out. */
export interface Fitted {
  readonly entries: readonly FittedEntry[];
  readonly leftOut: { readonly stacks: number; readonly lines: number };
}

const details = { open: '<details><summary>', middle: '</summary>\n\n', close: '\n</details>\n' };

/** An entry as text: folded when it has lines. */
export function entryText({ entry, lines, nameOnly }: FittedEntry): string {
  const headline = `${entry.name}${nameOnly ? '' : entry.words}`;
  if (lines.length === 0) return `- ${headline}\n`;
  const said = lines.map((index) => `- ${entry.lines[index]?.text ?? ''}\n`);
  const more = entry.lines.length - lines.length;
  return `\n${details.open}${headline}${details.middle}${said.join('')}${more > 0 ? `- … ${more} more\n` : ''}${details.close}\n`;
}

/** Characters that a folded entry needs in addition to its lines, including `- … 1234567 more`. */
const foldCost =
  entryText({
    entry: { name: '', words: '', lines: [{ rank: 0, text: '' }] },
    lines: [0],
    nameOnly: true,
  }).length + 30;

interface Draft {
  readonly entry: StackEntry;
  nameOnly: boolean;
  readonly lines: number[];
}

/** Lines of all entries, lowest rank first; of one rank, the first of each stack before the second of any. */
function byImportance(drafts: readonly Draft[]) {
  const all = drafts.flatMap((draft) =>
    draft.entry.lines.map((line, index) => ({ draft, index, line })),
  );
  const nth = new Map<Draft, Map<number, number>>();
  const turns = all.map((one) => {
    const ofRank = nth.get(one.draft) ?? new Map<number, number>();
    nth.set(one.draft, ofRank);
    const turn = ofRank.get(one.line.rank) ?? 0;
    ofRank.set(one.line.rank, turn + 1);
    return { ...one, turn };
  });
  return turns.sort((a, b) => a.line.rank - b.line.rank || a.turn - b.turn);
}

/**
 * Says of each entry as much as there is room for: first all names, then all headlines, then lines
 * by importance. The more important entries come first.
 *
 * @param room - characters that all entries may take together.
 */
export function fitEntries(entries: readonly StackEntry[], room: number): Fitted {
  let left = room;
  const take = (cost: number) => {
    if (cost > left) return false;
    left -= cost;
    return true;
  };
  const drafts: Draft[] = [];
  for (const entry of entries) {
    const draft: Draft = { entry, nameOnly: true, lines: [] };
    if (take(entryText(draft).length)) drafts.push(draft);
  }
  for (const draft of drafts) {
    if (take(draft.entry.words.length)) draft.nameOnly = false;
  }
  const lines = byImportance(drafts);
  for (const { draft, index, line } of lines) {
    const cost = line.text.length + 3 + (draft.lines.length === 0 ? foldCost : 0);
    if (take(cost)) draft.lines.push(index);
  }
  const said = drafts.reduce((sum, draft) => sum + draft.lines.length, 0);
  return {
    entries: drafts.map((draft) => ({ ...draft, lines: draft.lines.sort((a, b) => a - b) })),
    leftOut: { stacks: entries.length - drafts.length, lines: lines.length - said },
  };
}
