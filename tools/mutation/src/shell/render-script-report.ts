// SPDX-License-Identifier: Apache-2.0
import { equivalentChanges, type EquivalentChange } from './equivalent-in-scripts.ts';
import type { JudgedChange } from './measure-script.ts';

/**
 * Returns the report of a script in Markdown: the figures, and every change that no test noticed.
 *
 * @param name - as the table of scripts has it.
 * @param known - equivalent changes of all scripts.
 */
export function renderScriptReport(
  name: string,
  judged: readonly JudgedChange[],
  known: readonly EquivalentChange[] = equivalentChanges,
): string {
  const own = known.filter(({ script }) => script === name);
  const isKnown = ({ after, before }: JudgedChange) =>
    own.some((one) => one.before === before && one.after === after);
  const unnoticed = judged.filter(({ end }) => end === 'passed');
  const survivors = unnoticed.filter((one) => !isKnown(one));
  const late = judged.filter(({ end }) => end === 'timeout').length;
  const stale = own.filter(({ after, before }) =>
    judged.every((one) => one.before !== before || one.after !== after),
  );
  return [
    `# ${name}`,
    '',
    '| changes | killed | timeout | survived | equivalent |',
    '| --- | --- | --- | --- | --- |',
    `| ${judged.length} | ${judged.length - unnoticed.length - late} | ${late} | ${survivors.length} | ${unnoticed.length - survivors.length} |`,
    '',
    ...survivors.map(({ after, before, line }) => `- line ${line}: \`${before}\` -> \`${after}\``),
    ...stale.map(({ before }) => `- an equivalent change is of no line any more: \`${before}\``),
    '',
  ].join('\n');
}
