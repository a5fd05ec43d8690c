// SPDX-License-Identifier: Apache-2.0
import type { PreviewDigest } from '@strata/contracts';
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

/** What the engine's operations mean; all others change nothing. */
const operations: Readonly<Record<string, ReportedChange['operation']>> = {
  create: 'create',
  import: 'create',
  update: 'update',
  delete: 'delete',
  replace: 'replace',
  // The two halves of a replacement; the engine announces either one or all three.
  'create-replacement': 'replace',
  'delete-replaced': 'replace',
};

/** Every step that an operation announced, components and providers too. */
export function stepsOf(events: readonly EngineEvent[]): StepMetadata[] {
  return events.flatMap(({ resourcePreEvent }) => resourcePreEvent?.metadata ?? []);
}

/** What the program, or the last update, declared otherwise. */
function differences({ new: after, old: before }: StepMetadata): DifferingField[] {
  return before == null || after == null
    ? []
    : differingFields(before.inputs ?? {}, after.inputs ?? {});
}

function fieldsOf(step: StepMetadata, own: readonly DifferingField[]): string[] {
  if (step.old == null || step.new == null) return [];
  // Secrets look the same on both sides; the provider knows better.
  return own.length > 0
    ? own.map(({ field }) => field)
    : Object.keys(step.detailedDiff ?? {})
        .concat(step.diffs ?? [])
        .sort();
}

/** Values that people may see: each side is short and plain, or not there. */
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

/** What one announced step does to its resource; undefined: nothing that people see. */
export function changeOf(step: StepMetadata): ReportedChange | undefined {
  const operation = operations[step.op];
  // Providers and the stack itself are bookkeeping.
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

/** What an operation changes, once for each resource, in the order in which it is announced. */
export function collectChanges(events: readonly EngineEvent[]): ReportedChange[] {
  const changes = new Map<string, ReportedChange>();
  for (const step of stepsOf(events)) {
    const change = changeOf(step);
    if (change === undefined) continue;
    const known = changes.get(change.urn);
    // Half of a replacement knows one side only.
    const isHalf = known !== undefined && change.fields.length === 0;
    const { fields, values } = isHalf ? known : change;
    changes.set(change.urn, { ...change, fields, ...(values && { values }) });
  }
  return [...changes.values()];
}

/** How many resources an operation makes, changes, replaces, deletes and leaves as they are. */
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

/** What the blast radius is judged by: the same as `pulumi preview --json` prints. */
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

/** What policies have against what is planned. */
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

/** What the engine, a provider or the program called an error, the engine's own last words last. */
export function collectErrors(events: readonly EngineEvent[]): string[] {
  const errors = events.flatMap(({ diagnosticEvent: event }) =>
    event?.severity === 'error' ? [withoutPlanValues(event.message.trim())] : [],
  );
  const reasons = errors.filter(
    (message) => !/^(preview|update|refresh|destroy) failed$/.test(message),
  );
  return [...new Set(reasons.length > 0 ? reasons : errors)];
}
