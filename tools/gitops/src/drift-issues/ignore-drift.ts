// SPDX-License-Identifier: Apache-2.0
import type { IgnoreRule } from './drift-config.ts';
import type { DriftedField, StackReport } from '../report/stack-report.ts';

/** Report of a drift check after the rules of its environment were applied. */
export interface JudgedReport {
  readonly report: StackReport;
  /** Number of fields that rules left out. */
  readonly ignored: number;
  /** Expired rules that would leave something out. */
  readonly ended: readonly IgnoreRule[];
}

/**
 * Returns a regular expression for a pattern in which `*` matches any text, and all other
 * characters match themselves.
 */
function pattern(text: string, below = ''): RegExp {
  const parts = text.split('*').map((part) => part.replace(/[.+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${parts.join('.*')}${below}$`, 's');
}

/** Returns a URN's type and name, by which rules name resources. */
export function resourceOf(urn: string): string {
  const [types = '', ...name] = urn.split('::').slice(2);
  return `${types.split('$').at(-1) ?? ''} ${name.join('::')}`;
}

function covers(rule: IgnoreRule, stack: string, { field, resource }: DriftedField): boolean {
  return (
    pattern(rule.stacks ?? '*').test(stack) &&
    pattern(rule.resource).test(resourceOf(resource)) &&
    pattern(rule.field, '([.[].*)?').test(field)
  );
}

/** Removes resources from a report whose only changes are ignored fields. */
function withoutIgnored(report: StackReport, left: readonly DriftedField[]): StackReport {
  const had = new Set(report.drift.map(({ resource }) => resource));
  const has = new Set(left.map(({ resource }) => resource));
  const changes = report.changes.filter(({ urn }) => has.has(urn) || !had.has(urn));
  const gone = report.changes.length - changes.length;
  const { counts } = report;
  return {
    ...report,
    outcome: left.length + changes.length === 0 ? 'unchanged' : report.outcome,
    drift: [...left],
    changes,
    counts: {
      ...counts,
      update: Math.max(0, counts.update - gone),
      same: counts.same + Math.min(gone, counts.update),
    },
  };
}

/**
 * Removes from a drift check's report the differences that rules allow.
 *
 * @param today - such as `2026-12-31`; a rule counts up to its last day.
 */
export function ignoreDrift(
  report: StackReport,
  rules: readonly IgnoreRule[],
  today: string,
): JudgedReport {
  if (report.outcome !== 'drifted') return { report, ignored: 0, ended: [] };
  const stack = `${report.program}/${report.stack}`;
  const valid = rules.filter(({ until }) => until >= today);
  const left = report.drift.filter((one) => !valid.some((rule) => covers(rule, stack, one)));
  const ended = rules.filter(
    (rule) => rule.until < today && left.some((one) => covers(rule, stack, one)),
  );
  const ignored = report.drift.length - left.length;
  return { report: ignored === 0 ? report : withoutIgnored(report, left), ignored, ended };
}
