// SPDX-License-Identifier: Apache-2.0
import type { PreviewDigest } from '@strata/plan-check/blast-radius';
import type { StackIdentity } from '@strata/contracts';
import type { RecordedResource } from '@strata/testing';
import { isDeepStrictEqual } from 'node:util';

/** The resources that the program of one stack would make. */
export interface PlannedStack extends StackIdentity {
  readonly resources: readonly RecordedResource[];
}

type Step = PreviewDigest['steps'][number];

function urnOf({ project, stack }: StackIdentity, { name, type }: RecordedResource): string {
  return `urn:pulumi:${stack}::${project}::${type}::${name}`;
}

/** Returns resources by URN, without components and providers, which hold no data. */
function statesOf(stacks: readonly PlannedStack[]) {
  return new Map(
    stacks.flatMap((stack) =>
      stack.resources
        .filter(({ custom }) => custom)
        .map((one) => [urnOf(stack, one), { type: one.type, inputs: { ...one.inputs } }] as const),
    ),
  );
}

/**
 * Returns what a preview would report after everything of `before` has been brought up: created,
 * changed and deleted resources. It does not report replacements: only providers know that a change
 * replaces a resource, and no provider runs here.
 */
export function plannedChanges(
  before: readonly PlannedStack[],
  after: readonly PlannedStack[],
): PreviewDigest {
  const [old, made] = [statesOf(before), statesOf(after)];
  const steps = [...new Set([...old.keys(), ...made.keys()])].map((urn): Step => {
    const [oldState = null, newState = null] = [old.get(urn), made.get(urn)];
    if (oldState === null) return { op: 'create', urn, newState };
    if (newState === null) return { op: 'delete', urn, oldState };
    const op = isDeepStrictEqual(oldState, newState) ? 'same' : 'update';
    return { op, urn, oldState, newState };
  });
  return { steps, diagnostics: [] };
}
