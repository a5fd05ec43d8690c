// SPDX-License-Identifier: Apache-2.0
import { z } from 'zod';
import { ProveError } from '../prove-error.ts';

const resource = z.looseObject({
  type: z.string(),
  inputs: z.looseObject({}).default({}),
});

const preview = z.looseObject({
  steps: z
    .array(
      z.looseObject({
        op: z.string(),
        urn: z.string(),
        newState: resource.optional(),
        oldState: resource.optional(),
      }),
    )
    .default([]),
  diagnostics: z
    .array(z.looseObject({ message: z.string().default(''), severity: z.string().default('') }))
    .default([]),
});

/** A step of an update. */
export type Step = z.output<typeof preview>['steps'][number];

export const nameOf = ({ urn }: Step) => urn.split('::')[3] ?? '';
export const typeOf = ({ newState, oldState }: Step) => newState?.type ?? oldState?.type ?? '';

/** Consequence of a preview that has failed: the state is not as it was, and nothing else has changed. */
const failed =
  'The preview with the keys failed. The state has the keys now, and the same command goes on; this run has changed no object';

/**
 * Reads the steps of an update.
 *
 * @param text - what `pulumi preview --json` has printed.
 * @throws ProveError when the preview has failed.
 */
export function readPlan(text: string): readonly Step[] {
  const { diagnostics, steps } = parsed(text);
  const errors = diagnostics.filter(({ severity }) => severity === 'error');
  if (errors.length === 0 && steps.length > 0) return steps;
  const said = errors.map(({ message }) => message.trim()).join('\n') || 'it printed nothing';
  throw new ProveError(`${failed}:\n${said}`);
}

function parsed(text: string): z.output<typeof preview> {
  try {
    return preview.parse(JSON.parse(text.slice(text.indexOf('{'))));
  } catch {
    throw new ProveError(`${failed}: npx strata preview says why.`);
  }
}

const object = z.looseObject({
  metadata: z.looseObject({ name: z.string(), namespace: z.string() }),
});

/** An object of the cluster's namespace that an update writes or deletes. */
export interface PlannedObject {
  /** Pulumi's step, such as `create`. */
  readonly op: string;
  /** Such as `VirtualMachine`. */
  readonly kind: string;
  readonly name: string;
  readonly inputs: object;
}

/** Returns the objects of one namespace that are of these kinds. */
export function plannedObjects(
  steps: readonly Step[],
  namespace: string,
  kinds: readonly string[],
): readonly PlannedObject[] {
  return steps.flatMap((step) => {
    const [, , kind = ''] = typeOf(step).split(':');
    if (!kinds.includes(kind)) return [];
    const { data: inputs } = object.safeParse((step.newState ?? step.oldState)?.inputs);
    if (inputs?.metadata.namespace !== namespace) return [];
    return [{ op: step.op, kind, name: inputs.metadata.name, inputs }];
  });
}
