// SPDX-License-Identifier: Apache-2.0
import { mayShow, shownValue } from '../report/shown-value.ts';
import type { ChangedValue, StackReport } from '../report/stack-report.ts';
import { code, prose } from './escape-text.ts';
import { changeWord, counted, countWords, machineWords, stackTitle } from './report-words.ts';

/** One line of what is said about a stack. */
export interface Line {
  /** Lines of a lower rank are left out last. */
  readonly rank: number;
  readonly text: string;
}

/** Text about one stack. The room on the page decides how much of it is shown. */
export interface StackEntry {
  /** Always said if there is room for anything. */
  readonly name: string;
  /** The rest of the headline. */
  readonly words: string;
  readonly lines: readonly Line[];
}

/** Ranks of lines when there is no room for all of them; a lower rank is more important. */
const ranks = {
  stop: 1,
  consequence: 2,
  loss: 3,
  drift: 4,
  advice: 5,
  change: 6,
  drain: 7,
} as const;

/** Longest texts, in characters. */
const longest = { name: 90, headline: 200, line: 400, field: 80, value: 40, fields: 12 } as const;

/** A URN's last two parts: type and name. */
function resourceName(urn: string): string {
  const [type, name] = urn.split('::').slice(-2);
  return name === undefined ? urn : `${type?.split('$').at(-1) ?? ''} ${name}`;
}

function reasonLines({ reason = '' }: StackReport): Line[] {
  return reason
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => ({ rank: ranks.stop, text: code(line, longest.line) }));
}

function violationLines({ policyViolations }: StackReport): Line[] {
  return policyViolations.map(({ level, message, policy, resource }) => ({
    rank: level === 'mandatory' ? ranks.stop : ranks.advice,
    text: `policy ${code(policy, longest.name)}${level === 'advisory' ? ' (advice)' : ''}: ${prose(message, longest.line)} (${code(resourceName(resource), longest.name)})`,
  }));
}

/** `spec.replicas 2 → 4`, as far as people may see the values: whoever wrote the report. */
function fieldWords(type: string, field: string, values: readonly ChangedValue[]): string {
  const path = code(field, longest.field);
  const found = values.find((one) => one.field === field);
  if (found === undefined || !mayShow(type, field)) return path;
  const { after, before } = found;
  const isHidden = [before, after].some((one) => one !== undefined && !shownValue(one));
  if (isHidden || (before === undefined && after === undefined)) return path;
  if (after === undefined) return `${path} ${prose(before ?? '', longest.value)} removed`;
  const now = prose(after, longest.value);
  return before === undefined
    ? `${path} new: ${now}`
    : `${path} ${prose(before, longest.value)} → ${now}`;
}

function changeLines(report: StackReport): Line[] {
  return report.changes.map((change) => {
    const { fields, name, operation, protected: isProtected, type, values = [] } = change;
    const hasValue = new Set(values.map(({ field }) => field));
    // Those with values first: they say what happens, others only where.
    const sorted = [...fields].sort((a, b) => Number(hasValue.has(b)) - Number(hasValue.has(a)));
    const said = sorted.slice(0, longest.fields).map((field) => fieldWords(type, field, values));
    const more = fields.length - said.length;
    if (more > 0) said.push(`${more} more`);
    return {
      rank: operation === 'replace' || operation === 'delete' ? ranks.loss : ranks.change,
      text: `${changeWord(report, operation)}: ${code(`${type} ${name}`, longest.line)}${isProtected ? ' <b>protected</b>' : ''}${said.length > 0 ? `: ${said.join(', ')}` : ''}`,
    };
  });
}

function driftLines({ drift }: StackReport): Line[] {
  return drift.map(({ field, live, resource, wanted }) => ({
    rank: ranks.drift,
    text: `drifted: ${code(resourceName(resource), longest.name)} ${code(field, longest.field)}: Git says ${code(wanted, longest.field)}, the cluster ${code(live, longest.field)}`,
  }));
}

/** Returns the warnings of the program as lines. */
function warningLines({ warnings = [] }: StackReport): Line[] {
  return warnings.flatMap((warning) =>
    warning
      .split('\n')
      .filter((line) => line.trim() !== '')
      .map((line) => ({
        rank: ranks.consequence,
        text: `<b>warning</b>: ${prose(line.trim(), longest.line)}`,
      })),
  );
}

/** A line for each kind of machine, of stacks that change. */
function drainLines({ onDrain = [], outcome }: StackReport): Line[] {
  if (outcome === 'unchanged') return [];
  return onDrain.map((text) => ({
    rank: ranks.drain,
    text: `when a host is drained: ${prose(text, longest.line)}`,
  }));
}

/** Consequences without the name of the stack, which stands above them. */
function ownConsequences({ consequences, stack }: StackReport): string[] {
  const prefix = `${stack}: `;
  return consequences.map((text) => (text.startsWith(prefix) ? text.slice(prefix.length) : text));
}

/** The first thing that happens to people, and how many more there are. */
function happening([first, ...others]: readonly string[]): string[] {
  if (first === undefined) return [];
  const more = others.length > 0 ? ` and ${others.length} more` : '';
  return [`${prose(first.replace(/\.$/, ''), longest.line)}${more}`];
}

/**
 * Returns the words that come first after the name of a stack: why the operation stopped, or what
 * it means for people.
 */
function outcomeWords(report: StackReport): string[] {
  const { exceeded, outcome, policyViolations, reason = '' } = report;
  const [first = ''] = reason.split('\n');
  const why = first.trim() === '' ? [] : [prose(first, longest.headline)];
  switch (outcome) {
    case 'failed':
      return ['<b>failed</b>', ...why];
    case 'cancelled':
      return ['<b>cancelled</b>', ...why];
    case 'skipped':
      return ['not begun', ...why];
    case 'drifted':
      return [`drifted in ${counted(report.drift.length, 'field')}`];
    case 'refused': {
      const violations = policyViolations.filter(({ level }) => level === 'mandatory').length;
      return [
        '<b>refused</b>',
        ...(exceeded.length > 0 ? [`${counted(exceeded.length, 'limit')} exceeded`] : []),
        ...(violations > 0 ? [counted(violations, 'policy violation')] : []),
        ...(exceeded.length + violations === 0 ? why : []),
      ];
    }
    case 'changed':
    case 'unchanged':
      return happening(ownConsequences(report));
  }
}

function allLines(report: StackReport): Line[] {
  const stop = report.exceeded.map((text) => ({
    rank: ranks.stop,
    text: `<b>limit exceeded</b>: ${prose(text, longest.line)}`,
  }));
  // A single one is the headline of what changes.
  const isSaid = report.outcome === 'changed' && report.consequences.length === 1;
  const consequences = isSaid ? [] : ownConsequences(report);
  const happens = consequences.map((text) => ({
    rank: ranks.consequence,
    text: prose(text, longest.line),
  }));
  const lines = [
    ...reasonLines(report),
    ...stop,
    ...violationLines(report),
    ...happens,
    ...warningLines(report),
    ...changeLines(report),
    ...driftLines(report),
    ...drainLines(report),
  ];
  return lines.sort((a, b) => a.rank - b.rank);
}

/** All that can be said about a stack, the most important first. */
export function stackEntry(report: StackReport): StackEntry {
  const { cluster, machines, program } = report;
  const counts = countWords(report);
  const words = [
    ...outcomeWords(report),
    ...(counts === '' ? [] : [counts]),
    ...(machines === undefined ? [] : [`nodes ${machineWords(machines)}`]),
  ];
  const layer = cluster === undefined ? '' : ` (${code(program, longest.name)})`;
  return {
    name: `<b>${prose(stackTitle(report), longest.name)}</b>${layer}`,
    words: words.length === 0 ? '' : `: ${words.join('; ')}`,
    lines: allLines(report),
  };
}
