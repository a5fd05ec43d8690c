// SPDX-License-Identifier: Apache-2.0
import type { PreviewDigest } from '@strata/plan-check/blast-radius';
import { mayShow, shownValue } from '../report/shown-value.ts';
import type {
  ChangedValue,
  PolicyViolation,
  ReportedChange,
  StackReport,
} from '../report/stack-report.ts';
import { differingFields } from './differing-fields.ts';
import type { DifferingField } from './differing-fields.ts';
import type { EngineEvent, StepMetadata } from './engine-event.ts';
import { withoutPlanValues } from './operation-plan.ts';

/** Operations of the engine and their meaning; all others change nothing. */
const operations: Readonly<Record<string, ReportedChange['operation']>> = {
  create: 'create',
  import: 'create',
  update: 'update',
  delete: 'delete',
  replace: 'replace',
  // The two halves of a replacement. The engine announces one of the three operations, or all of
  // them.
  'create-replacement': 'replace',
  'delete-replaced': 'replace',
};

/** Returns every step that an operation announced, including those of components and providers. */
export function stepsOf(events: readonly EngineEvent[]): StepMetadata[] {
  return events.flatMap(({ resourcePreEvent }) => resourcePreEvent?.metadata ?? []);
}

/** Returns the inputs that the program declares differently from the last update. */
function differences({ new: after, old: before }: StepMetadata): DifferingField[] {
  return before == null || after == null
    ? []
    : differingFields(before.inputs ?? {}, after.inputs ?? {});
}

function fieldsOf(step: StepMetadata, own: readonly DifferingField[]): string[] {
  if (step.old == null || step.new == null) return [];
  // Secrets look the same on both sides, so the fields that the provider names are used.
  return own.length > 0
    ? own.map(({ field }) => field)
    : Object.keys(step.detailedDiff ?? {})
        .concat(step.diffs ?? [])
        .sort();
}

/** Returns the values that people may see: each side is short and plain, or missing. */
function valuesOf(type: string, own: readonly DifferingField[]): ChangedValue[] {
  return own.flatMap(({ after, before, field }) => {
    const sides = { before: shownValue(before), after: shownValue(after) };
    const isHidden =
      (before !== undefined && sides.before === undefined) ||
      (after !== undefined && sides.after === undefined);
    if (isHidden || !mayShow(type, field)) return [];
    return [
      {
        field,
        ...(sides.before !== undefined && { before: sides.before }),
        ...(sides.after !== undefined && { after: sides.after }),
      },
    ];
  });
}

/** Returns what an announced step does to its resource; undefined when people need not see it. */
export function changeOf(step: StepMetadata): ReportedChange | undefined {
  const operation = operations[step.op];
  // Providers and the stack itself are internal to Pulumi.
  if (operation === undefined || step.type.startsWith('pulumi:')) return undefined;
  const { type, urn } = step;
  const name = urn.split('::').at(-1) ?? urn;
  const own = differences(step);
  const values = valuesOf(type, own);
  return {
    urn,
    type,
    name,
    operation,
    fields: fieldsOf(step, own),
    ...(values.length > 0 && { values }),
    protected: (step.old ?? step.new)?.protect ?? false,
  };
}

/** Returns what an operation changes, once for each resource, in the order of announcement. */
export function collectChanges(events: readonly EngineEvent[]): ReportedChange[] {
  const changes = new Map<string, ReportedChange>();
  for (const step of stepsOf(events)) {
    const change = changeOf(step);
    if (change === undefined) continue;
    const known = changes.get(change.urn);
    // Half of a replacement has only one side.
    const isHalf = known !== undefined && change.fields.length === 0;
    const { fields, values } = isHalf ? known : change;
    changes.set(change.urn, { ...change, fields, ...(values && { values }) });
  }
  return [...changes.values()];
}

/**
 * Returns how many resources an operation makes, changes, replaces, deletes and leaves unchanged.
 */
export function countChanges(
  events: readonly EngineEvent[],
  changes: readonly ReportedChange[],
): StackReport['counts'] {
  const of = (operation: ReportedChange['operation']) =>
    changes.filter((one) => one.operation === operation).length;
  const same = stepsOf(events).filter(
    ({ op, type }) => op === 'same' && !type.startsWith('pulumi:'),
  );
  return {
    create: of('create'),
    update: of('update'),
    replace: of('replace'),
    delete: of('delete'),
    same: same.length,
  };
}

/**
 * Returns the data by which the blast radius is judged, the same as from `pulumi preview --json`.
 */
export function digestOf(events: readonly EngineEvent[]): PreviewDigest {
  const asState = ({ inputs, retainOnDelete, type }: NonNullable<StepMetadata['old']>) => ({
    type,
    inputs: inputs ?? {},
    ...(retainOnDelete !== undefined && { retainOnDelete }),
  });
  return {
    steps: stepsOf(events).map(({ new: after, old: before, op, urn }) => ({
      op,
      urn,
      oldState: before == null ? null : asState(before),
      newState: after == null ? null : asState(after),
    })),
    diagnostics: [],
  };
}

/** Returns the policy violations of a plan. */
export function collectViolations(events: readonly EngineEvent[]): PolicyViolation[] {
  return events.flatMap(({ policyEvent: event }) => {
    if (event === undefined || event.enforcementLevel === 'disabled') return [];
    return [
      {
        policy: event.policyName,
        // The levels that stop a preview are mandatory and remediate.
        level: event.enforcementLevel === 'advisory' ? 'advisory' : 'mandatory',
        resource: event.resourceUrn ?? '',
        message: event.message.trim(),
      } as const,
    ];
  });
}

/**
 * Returns the errors of the engine, a provider or the program; the engine's own summary comes last.
 */
export function collectErrors(events: readonly EngineEvent[]): string[] {
  const errors = events.flatMap(({ diagnosticEvent: event }) =>
    event?.severity === 'error' ? [withoutPlanValues(event.message.trim())] : [],
  );
  const reasons = errors.filter(
    (message) => !/^(preview|update|refresh|destroy) failed$/.test(message),
  );
  return [...new Set(reasons.length > 0 ? reasons : errors)];
}

/**
 * Returns the warnings of the program itself. Those of the engine and of providers are about resources,
 * which a report has anyway.
 */
export function collectWarnings(events: readonly EngineEvent[]): string[] {
  const warnings = events.flatMap(({ diagnosticEvent: event }) => {
    const { message = '', severity, urn = '' } = event ?? {};
    const isOfProgram = urn === '' || urn.includes('::pulumi:pulumi:Stack::');
    return severity === 'warning' && isOfProgram ? [message.trim()] : [];
  });
  return [...new Set(warnings)];
}
