// SPDX-License-Identifier: Apache-2.0
import type { ComparisonName } from '../command-line.ts';
import { comparedOperations } from '../scenarios/compared-operations.ts';
import { starts } from '../scenarios/sample.ts';
import type { Sample, Subject } from '../scenarios/sample.ts';
import type { Figure } from '../measure/run-measured.ts';
import { summarize } from '../measure/statistics.ts';
import type { Summary } from '../measure/statistics.ts';
import { operations } from '../subjects/tool.ts';
import type { Experiment, Operation, ToolName } from '../subjects/tool.ts';

/**
 * Function that returns a figure that a round has measured, the seconds unless another is named;
 * undefined if the round has not measured it.
 */
type Reading = (
  tool: ToolName | Experiment,
  subject: Subject,
  figure?: Figure,
) => number | undefined;

/** Ratio of two measurements of the same round. */
export interface Ratio {
  readonly name: string;
  /** Description for people. */
  readonly says: string;
  /** Highest wanted ratio. @default no target */
  readonly target?: number;
  readonly scenario: ComparisonName;
  readonly of: (read: Reading) => number | undefined;
}

/** Returns one measurement divided by another; undefined if one is missing. */
export const divided = (a: number | undefined, b: number | undefined) =>
  a === undefined || b === undefined ? undefined : a / b;

/** Returns a measurement less another; undefined if one is missing. */
export const above = (a: number | undefined, floor: number | undefined) =>
  a === undefined || floor === undefined ? undefined : a - floor;

/**
 * Seconds of a destroy in which Kubernetes' namespace controller lets a deleted namespace be before it
 * looks at it, which a destroy waits for: once for each namespace that is the last of its layer.
 *
 * @see https://github.com/kubernetes/kubernetes/blob/v1.35.4/pkg/controller/namespace/namespace_controller.go
 * `namespaceDeletionGracePeriod`
 */
const namespaceWaits: Readonly<Record<ComparisonName, number>> = {
  'one-cluster': 5,
  platform: 2 * 5,
};

const startSays = {
  start: "program start to first resource, to the stock program's",
  'first-start': 'the same where neither has been compiled yet, as on a fresh runner',
} as const;

/**
 * Returns the targets: as fast as the tool that people would use instead, and a create within twice
 * its time. They are wanted, not promised; the page says which are reached.
 */
const targets = (scenario: ComparisonName): readonly Ratio[] => [
  {
    name: 'preview-to-diff',
    scenario,
    target: 1,
    says: 'preview of no change, above the floor, to `kubectl diff`',
    of: (s) =>
      divided(above(s('strata', 'preview'), s('strata', 'floor')), s('kubectl', 'preview')),
  },
  {
    name: 'create-to-apply',
    scenario,
    target: 2,
    says: 'create, above the floor, to `kubectl apply`',
    of: (s) => divided(above(s('strata', 'create'), s('strata', 'floor')), s('kubectl', 'create')),
  },
  {
    name: 'drift-to-diff',
    scenario,
    target: 1,
    says: 'the whole drift check to `kubectl diff`',
    of: (s) => divided(s('strata', 'drift'), s('kubectl', 'drift')),
  },
  {
    name: 'destroy-to-delete',
    scenario,
    target: 1,
    says: 'destroy to `kubectl delete`',
    of: (s) => divided(s('strata', 'destroy'), s('kubectl', 'destroy')),
  },
  {
    name: 'destroy-after-waits-to-create',
    scenario,
    target: 1,
    says: `destroy, less the ${namespaceWaits[scenario]} s that Kubernetes lets pass, to create`,
    of: (s) =>
      divided(above(s('strata', 'destroy'), namespaceWaits[scenario]), s('strata', 'create')),
  },
  ...starts.map((subject) => ({
    name: `${subject}-to-stock`,
    scenario,
    target: 0.5,
    says: startSays[subject],
    of: (s: Reading) => divided(s('strata', subject), s('stock', subject)),
  })),
];

/** Returns ratios without a target, which a user would notice. */
const comparisons = (scenario: ComparisonName): readonly Ratio[] => [
  {
    name: 'destroy-to-create',
    scenario,
    says: 'destroy to create',
    of: (s) => divided(s('strata', 'destroy'), s('strata', 'create')),
  },
  ...comparedOperations[scenario].map((subject) => ({
    name: `${subject}-to-stock`,
    scenario,
    says: `${subject}, to the stock Pulumi program's`,
    of: (s: Reading) => divided(s('strata', subject), s('stock', subject)),
  })),
];

/** Costs that are compared with those of the stock program, and the operations that have them. */
const costs: readonly (readonly [Figure, string, ReadonlySet<Operation>])[] = [
  ['cpuSeconds', 'cpu', new Set(operations)],
  ['peakMiB', 'memory', new Set(operations)],
  ['stateBytes', 'state', new Set<Operation>(['create', 'change', 'scale', 'destroy'])],
];

/** Returns the ratios of costs besides time, which a check looks at and the page does not list. */
export function costRatiosOf(scenario: ComparisonName): readonly Ratio[] {
  return costs.flatMap(([figure, cost, having]) =>
    comparedOperations[scenario]
      .filter((operation) => having.has(operation))
      .map((operation) => ({
        name: `${operation}-${cost}-to-stock`,
        scenario,
        says: `${cost} of ${operation}, to the stock Pulumi program's`,
        of: (s: Reading) => divided(s('strata', operation, figure), s('stock', operation, figure)),
      })),
  );
}

/** Returns all ratios of a comparison that the page lists; a check looks at them, too. */
export function ratiosOf(scenario: ComparisonName): readonly Ratio[] {
  return [...targets(scenario), ...comparisons(scenario)];
}

/** Returns a ratio over all rounds that have what it needs. */
export function ratioOf({ of, scenario: wanted }: Ratio, samples: readonly Sample[]): Summary {
  const rounds = Map.groupBy(
    samples.filter((sample) => sample.scenario === wanted),
    ({ round }) => round,
  );
  const values = [...rounds.values()].flatMap((round) => {
    const read: Reading = (tool, subject, figure = 'seconds') =>
      round.find((one) => one.tool === tool && one.operation === subject)?.[figure];
    return of(read) ?? [];
  });
  return summarize(values);
}
