// SPDX-License-Identifier: Apache-2.0
import { readFileSync, writeFileSync } from 'node:fs';
import { z } from 'zod';
import { unknownValue } from '../report/shown-value.ts';
import type { EngineEvent } from './engine-event.ts';

const values = z.record(z.string(), z.unknown()).nullish();
const difference = z.looseObject({ adds: values, updates: values }).nullish();

/**
 * Part of an update plan that is changed here.
 *
 * @see https://github.com/pulumi/pulumi/blob/v3.259.0/sdk/go/common/apitype/plan.go
 */
const updatePlan = z.looseObject({
  resourcePlans: z.record(
    z.string(),
    z.looseObject({
      goal: z.looseObject({ inputDiff: difference, outputDiff: difference }).nullish(),
      state: values,
    }),
  ),
});

const blank = (of: z.output<typeof values>) =>
  of && Object.fromEntries(Object.keys(of).map((name) => [name, unknownValue]));

const blankDifference = (of: z.output<typeof difference>) =>
  of && { ...of, adds: blank(of.adds), updates: blank(of.updates) };

/**
 * Removes every value from an update plan. What remains says which operations and which fields of
 * which resources an update may change. New values of fields are not compared, because programs put
 * times and keys into fields that differ from run to run.
 */
export function dropPlannedValues(file: string): void {
  const plan = updatePlan.parse(JSON.parse(readFileSync(file, 'utf8')));
  const blanked = Object.entries(plan.resourcePlans).map(([urn, { goal, state, ...rest }]) => {
    const differences = goal && {
      inputDiff: blankDifference(goal.inputDiff),
      outputDiff: blankDifference(goal.outputDiff),
    };
    const own: unknown = {
      ...rest,
      ...(goal && { goal: { ...goal, ...differences } }),
      ...(state && { state: blank(state) }),
    };
    return [urn, own] as const;
  });
  const text = JSON.stringify({ ...plan, resourcePlans: Object.fromEntries(blanked) });
  writeFileSync(file, text, { mode: 0o600 });
}

/** Violation of a plan by an update. */
export interface PlanViolation {
  /** Pulumi's message, without values. */
  readonly message: string;
  /**
   * - `operation`: an operation that no preview showed, such as a delete.
   * - `detail`: a field or a dependency that only the update could know.
   * - `less`: a planned operation turned out not to be needed; Pulumi reports it at the end.
   */
  readonly kind: 'operation' | 'detail' | 'less';
}

/**
 * Pulumi's messages for each kind.
 *
 * @see https://github.com/pulumi/pulumi/blob/v3.259.0/pkg/resource/deploy/step_generator.go#L434
 */
const kinds: readonly (readonly [PlanViolation['kind'], RegExp])[] = [
  ['operation', /is not allowed by the plan|resource unexpectedly not deleted/],
  ['detail', / violates plan: |no plan for resource /],
  ['less', /expected resource operations for .* but none were seen/],
];

const kindOf = (message: string) => kinds.find(([, words]) => words.test(message))?.[0];

/** Returns whether a message of Pulumi is about a plan. */
export function isAboutPlan(message: string): boolean {
  return kindOf(message) !== undefined;
}

/** Matches the text after which Pulumi prints values, which may be secret. */
const printedValues = /(properties changed: ).*/s;

/** Returns all violations of its plan by an update. */
export function planViolations(events: readonly EngineEvent[]): PlanViolation[] {
  const found = events.flatMap(({ diagnosticEvent: event }) => {
    const kind = event?.severity === 'error' ? kindOf(event.message) : undefined;
    if (event === undefined || kind === undefined) return [];
    const message = withoutPlanValues(event.message.trim()).replace(
      /resource (\S+::)?(\S+?)::(\S+) violates/,
      (_all, _before: string, type: string, name: string) =>
        `${type.split(':').at(-1) ?? type} ${name} violates`,
    );
    return [{ message, kind }];
  });
  return [...new Map(found.map((one) => [one.message, one])).values()];
}

/** Returns a message of Pulumi about a plan without its values, and other messages unchanged. */
export function withoutPlanValues(message: string): string {
  return message.includes('violates plan: ')
    ? message.replace(printedValues, '$1(values are left out)')
    : message;
}
