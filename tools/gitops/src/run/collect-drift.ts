// SPDX-License-Identifier: Apache-2.0
import type { DriftedField } from '../report/stack-report.ts';
import { secretKinds, secretText } from '../report/shown-value.ts';
import { differingFields } from './differing-fields.ts';
import type { EngineEvent, StepMetadata } from './engine-event.ts';

/** Fields of such kinds that are content. */
const contentPattern = /^(data|stringData)\b/;

function shown(value: unknown): string {
  if (value === undefined) return '(nothing)';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function fieldsOf({
  new: live,
  old: wanted,
  type,
}: StepMetadata): Omit<DriftedField, 'resource'>[] {
  const isHidden = (field: string) => secretKinds.includes(type) && contentPattern.test(field);
  // Compares what the program declared. What the cluster adds itself is only in the outputs.
  const inputs = differingFields(wanted?.inputs ?? {}, live?.inputs ?? {});
  const fields =
    inputs.length > 0 ? inputs : differingFields(wanted?.outputs ?? {}, live?.outputs ?? {});
  return fields.map(({ after, before, field }) => ({
    field,
    wanted: isHidden(field) ? secretText : shown(before),
    live: isHidden(field) ? secretText : shown(after),
  }));
}

/**
 * Returns every field in which the cluster differs from the state, from the events of a refresh
 * that only previews.
 */
export function collectDrift(events: readonly EngineEvent[]): DriftedField[] {
  return events.flatMap(({ resOutputsEvent }): DriftedField[] => {
    const step = resOutputsEvent?.metadata;
    if (step === undefined || step.type.startsWith('pulumi:')) return [];
    const resource = step.urn;
    if (step.op === 'delete') {
      return [{ resource, field: '(the whole object)', wanted: 'is there', live: 'is gone' }];
    }
    if (step.op !== 'update') return [];
    const fields = fieldsOf(step).map((field) => ({ resource, ...field }));
    // The provider reports a difference, and the differing value is a secret.
    if (fields.length > 0) return fields;
    return [{ resource, field: '(a secret)', wanted: secretText, live: secretText }];
  });
}
