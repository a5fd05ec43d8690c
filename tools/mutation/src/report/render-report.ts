// SPDX-License-Identifier: Apache-2.0
import { dirname } from 'node:path';
import type { JudgedMutant, Judgement, Outcome } from '../judge/judge-mutants.ts';

/** Result of a measurement. */
export interface Measured {
  readonly package: string;
  readonly folders: readonly string[];
  readonly seconds: number;
}

/** Numbers of a group of mutants. */
export interface Figures {
  readonly mutants: number;
  readonly killed: number;
  /** Number of mutants with which a test or a process did not end in its time. */
  readonly timeout: number;
  readonly survived: number;
  readonly uncovered: number;
  readonly equivalent: number;
  /** Number of survivors on lines that tests with a tag execute. */
  readonly cited: number;
  /** Share of killed mutants and timeouts among those that are not equivalent, in percent with one decimal. */
  readonly score: string;
}

export function figuresOf(mutants: readonly JudgedMutant[]): Figures {
  const count = (outcome: Outcome) => mutants.filter((one) => one.outcome === outcome).length;
  const [killed, timeout, equivalent] = [count('killed'), count('timeout'), count('equivalent')];
  const counted = mutants.length - equivalent;
  return {
    mutants: mutants.length,
    killed,
    timeout,
    equivalent,
    survived: count('survived'),
    uncovered: count('uncovered'),
    cited: mutants.filter(({ outcome, citedBy }) => outcome === 'survived' && citedBy.length > 0)
      .length,
    score: counted === 0 ? '100.0' : (((killed + timeout) / counted) * 100).toFixed(1),
  };
}

const oneLine = (text: string) => {
  const line = text.replaceAll(/\s+/g, ' ');
  return `\`${(line.length > 90 ? `${line.slice(0, 87)}...` : line).replaceAll('`', "'")}\``;
};

const lineOf = ({ file, line, kind, was, replacement, citedBy, why }: JudgedMutant) =>
  [
    `- ${file}:${line} ${kind}: ${oneLine(was)} → ${oneLine(replacement)}`,
    ...(citedBy.length > 0 ? [`cited by ${citedBy.join(', ')}`] : []),
    ...(why === undefined ? [] : [why]),
  ].join('; ');

const listed = (title: string, lines: readonly string[]) =>
  lines.length === 0 ? [] : [`## ${title}`, '', ...lines, ''];

const columns = [
  ...([
    'mutants',
    'killed',
    'timeout',
    'survived',
    'uncovered',
    'equivalent',
    'cited',
    'score',
  ] as const),
];

function table(mutants: readonly JudgedMutant[], folders: readonly string[], of: string) {
  const row = (name: string, some: readonly JudgedMutant[]) => {
    const figures = figuresOf(some);
    return `| ${[name, ...columns.map((column) => figures[column])].join(' | ')} |`;
  };
  const inFolder = (folder: string) =>
    mutants.filter(({ file }) => dirname(file) === `packages/${of}/src/${folder}`);
  return [
    `| folder | ${columns.join(' | ')} |`,
    `|${' --- |'.repeat(columns.length + 1)}`,
    ...folders.map((folder) => row(folder, inFolder(folder))),
    ...(folders.length > 1 ? [row('all', mutants)] : []),
  ];
}

/** Returns the report in Markdown. Survivors that tests with a tag execute come first. */
export function renderReport(
  { package: name, folders, seconds }: Measured,
  { mutants, remarks }: Judgement,
): string {
  const of = (outcome: Outcome) => mutants.filter((one) => one.outcome === outcome);
  const isCited = ({ citedBy }: JudgedMutant) => citedBy.length > 0;
  const survivors = of('survived');
  return [
    `# Mutants of ${name}`,
    '',
    ...table(mutants, folders, name),
    '',
    `Measured in ${seconds} s. \`cited\`: survivors on lines that tests of capabilities run.`,
    '',
    ...listed('Cited survivors', survivors.filter(isCited).map(lineOf)),
    ...listed('Other survivors', survivors.filter((one) => !isCited(one)).map(lineOf)),
    ...listed('Timeouts', of('timeout').map(lineOf)),
    ...listed('Uncovered', of('uncovered').map(lineOf)),
    ...listed('Equivalent', of('equivalent').map(lineOf)),
    ...listed(
      'Remarks',
      remarks.map((remark) => `- ${remark}`),
    ),
  ].join('\n');
}
