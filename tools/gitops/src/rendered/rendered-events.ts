// SPDX-License-Identifier: Apache-2.0
import type { StackIdentity } from '@strata/contracts';
import { isDeepStrictEqual } from 'node:util';
import type { EngineEvent, StepState } from '../run/engine-event.ts';

/** Resource as a program registers it with the engine. */
export interface RenderedResource {
  readonly type: string;
  readonly name: string;
  /** Name of its parent. */
  readonly parent: string | undefined;
  readonly inputs: Readonly<Record<string, unknown>>;
  readonly protect: boolean;
  readonly retainOnDelete?: true;
}

/** Resources that a program makes of one configuration. */
export interface Rendering {
  readonly resources: readonly RenderedResource[];
  readonly outputs: Readonly<Record<string, unknown>>;
}

/** Returns resources by the URNs that the engine gives them. */
function byUrn({ project, stack }: StackIdentity, { resources }: Rendering) {
  const typesAbove = ({ parent }: RenderedResource): string[] => {
    const above = resources.find(({ name }) => name === parent);
    return above === undefined ? [] : [...typesAbove(above), above.type];
  };
  return new Map(
    resources.map((resource) => {
      const types = [...typesAbove(resource), resource.type].join('$');
      return [`urn:pulumi:${stack}::${project}::${types}::${resource.name}`, resource];
    }),
  );
}

function stateOf(resource: RenderedResource | undefined): StepState | null {
  if (resource === undefined) return null;
  const { inputs, protect, retainOnDelete, type } = resource;
  return { type, inputs, protect, ...(retainOnDelete && { retainOnDelete }) };
}

function operation(old: RenderedResource | undefined, next: RenderedResource | undefined) {
  if (old === undefined) return 'create';
  if (next === undefined) return 'delete';
  return isDeepStrictEqual(old.inputs, next.inputs) ? 'same' : 'update';
}

/**
 * Returns the events that the engine would emit when a program goes from one rendering to the
 * other. Only providers know which updates are replacements, so all are updates here.
 */
export function renderedEvents(
  stack: StackIdentity,
  before: Rendering,
  after: Rendering,
): EngineEvent[] {
  const [olds, news] = [byUrn(stack, before), byUrn(stack, after)];
  const urns = [...new Set([...news.keys(), ...olds.keys()])];
  const steps = urns.map((urn): EngineEvent => {
    const [old, next] = [olds.get(urn), news.get(urn)];
    const type = (next ?? old)?.type ?? '';
    const metadata = { op: operation(old, next), urn, type, old: stateOf(old), new: stateOf(next) };
    return { resourcePreEvent: { metadata } };
  });
  const type = 'pulumi:pulumi:Stack';
  const urn = `urn:pulumi:${stack.stack}::${stack.project}::${type}::${stack.stack}`;
  const end = { op: 'same', urn, type, new: { type, outputs: { ...after.outputs } } };
  return [...steps, { resOutputsEvent: { metadata: end } }];
}
