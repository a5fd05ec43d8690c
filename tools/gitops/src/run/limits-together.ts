// SPDX-License-Identifier: Apache-2.0
import type { Stack } from '@strata/nx-pulumi/stacks';
import { consequenceKinds } from '@strata/plan-check/blast-radius';
import type { ConsequenceKind, EnvironmentTotals } from '@strata/plan-check/blast-radius';
import { exceededByTotals } from '@strata/plan-check/limits';
import type { StackReport } from '../report/stack-report.ts';
import type { Findings } from './findings.ts';

/** A stack and what a preview of it has found. */
export interface Previewed {
  readonly stack: Pick<Stack, 'cluster' | 'environment' | 'id'>;
  readonly findings: Pick<Partial<StackReport>, 'changes' | 'effects'>;
}

/** Returns what several stacks of one environment do together. */
function totalsOf(
  previewed: readonly Previewed[],
  renewals: ReadonlySet<string>,
): EnvironmentTotals {
  const effects = previewed.flatMap(({ findings }) => findings.effects ?? []);
  const countOf = (kind: ConsequenceKind) =>
    effects.filter((one) => one.kind === kind).reduce((sum, { count }) => sum + count, 0);
  const totals = Object.fromEntries(consequenceKinds.map((kind) => [kind, countOf(kind)]));
  const clusters = previewed.flatMap(({ findings: { changes = [] }, stack }) =>
    stack.cluster === undefined || changes.length === 0 || renewals.has(stack.id)
      ? []
      : [stack.cluster],
  );
  return { totals: totals as EnvironmentTotals['totals'], clusters: [...new Set(clusters)] };
}

/**
 * Judges what the stacks of one run do together, by the limits of each environment. A change that many
 * stacks share can be too much although it is little for each of them.
 */
export class LimitsTogether {
  readonly #root: string;
  readonly #renewals: ReadonlySet<string>;
  readonly #begun: Previewed[] = [];

  /**
   * @param root - folder of the repository with the limits.
   * @param renewals - ids of stacks of which nothing has changed but keys that end. They do not count
   * as changed clusters, so that no limit keeps keys from being renewed.
   */
  constructor(root: string, renewals: ReadonlySet<string> = new Set()) {
    this.#root = root;
    this.#renewals = renewals;
  }

  /** Returns a sentence for each limit that stacks of one environment exceed together. */
  exceeded(environment: string, previewed: readonly Previewed[]): string[] {
    return exceededByTotals(this.#root, environment, totalsOf(previewed, this.#renewals));
  }

  /**
   * Asked before a stack is changed. Refuses it when it would exceed a limit together with the stacks
   * that were not refused before it; otherwise it is counted.
   */
  refuse(stack: Stack, findings: Findings): Findings | undefined {
    const { environment } = stack;
    const before = this.#begun.filter((one) => one.stack.environment === environment);
    const one = { stack, findings };
    const exceeded = this.exceeded(environment, [...before, one]);
    if (exceeded.length > 0) return refusedTogether(findings, environment, exceeded);
    this.#begun.push(one);
    return undefined;
  }
}

/** Returns the findings of a stack that is refused because of what others of its run do. */
export function refusedTogether<T extends Partial<StackReport>>(
  findings: T,
  environment: string,
  exceeded: readonly string[],
): T & Findings {
  const reason = [`Not allowed together with the other stacks of ${environment}:`, ...exceeded];
  return {
    ...findings,
    outcome: 'refused',
    exceeded: [...(findings.exceeded ?? []), ...exceeded],
    reason: reason.join('\n'),
  };
}
