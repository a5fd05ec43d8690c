// SPDX-License-Identifier: Apache-2.0
import { z } from 'zod';

const state = z.looseObject({
  type: z.string(),
  /** Inputs from the program, or from the last update. Secrets are `[secret]`. */
  inputs: z.record(z.string(), z.unknown()).optional(),
  /** Whether a deletion only removes it from the state. */
  retainOnDelete: z.boolean().optional(),
});

const step = z.looseObject({
  op: z.string(),
  urn: z.string(),
  /** Missing if the resource is created. */
  oldState: state.nullish(),
  /** Missing if the resource is deleted. */
  newState: state.nullish(),
});

const diagnostic = z.looseObject({
  severity: z.string().optional(),
  message: z.string().optional(),
});

/**
 * The output of `pulumi preview --json` and `pulumi destroy --preview-only --json`; unchanged
 * resources are in it with `--show-sames` only.
 *
 * @see https://github.com/pulumi/pulumi/blob/v3.259.0/pkg/display/json.go `PreviewDigest`
 */
export const previewDigest = z.looseObject({
  steps: z.array(step).default([]),
  diagnostics: z.array(diagnostic).default([]),
});

/** The output of `pulumi preview --json`. */
export type PreviewDigest = z.output<typeof previewDigest>;
/** Effect of a step on a resource. */
export type Effect = 'created' | 'updated' | 'deleted' | 'replaced' | 'unchanged';

/**
 * The effects of the engine's operations; operations that are not listed are no change either.
 *
 * @see https://github.com/pulumi/pulumi/blob/v3.259.0/sdk/go/common/display/events.go
 */
const effects: Readonly<Record<string, Effect>> = {
  create: 'created',
  import: 'created',
  update: 'updated',
  delete: 'deleted',
  replace: 'replaced',
  // The two steps of a replacement, if they are listed separately.
  'create-replacement': 'replaced',
  'delete-replaced': 'replaced',
  same: 'unchanged',
};

/** One resource, with what becomes of it. */
export interface Change {
  readonly urn: string;
  readonly effect: Effect;
  /** Such as `kubernetes:core/v1:Service`. */
  readonly type: string;
  readonly stack: string;
  readonly project: string;
  /** Its name in the program. */
  readonly name: string;
  readonly before: Readonly<Record<string, unknown>>;
  readonly after: Readonly<Record<string, unknown>>;
  readonly isRetained: boolean;
}

/**
 * Returns the resources of a preview, without providers; those that do not change are among them as far
 * as the preview shows them.
 */
export function resourcesOf({ steps }: PreviewDigest): Change[] {
  const changes = new Map<string, Change>();
  for (const { newState, oldState, op, urn } of steps) {
    const effect = effects[op];
    const type = newState?.type ?? oldState?.type ?? '';
    if (effect === undefined || type.startsWith('pulumi:')) continue;
    // urn:pulumi:<stack>::<project>::<types>::<name>
    const [prefix = '', project = '', , name = ''] = urn.split('::');
    const stack = prefix.slice('urn:pulumi:'.length);
    const known = changes.get(urn);
    changes.set(urn, {
      urn,
      effect,
      type,
      stack,
      project,
      name,
      before: oldState?.inputs ?? known?.before ?? {},
      after: newState?.inputs ?? known?.after ?? {},
      isRetained: oldState?.retainOnDelete ?? known?.isRetained ?? false,
    });
  }
  return [...changes.values()];
}

/** Returns the changes of a preview, one for each resource, without providers and components. */
export function changesOf(digest: PreviewDigest): Change[] {
  return resourcesOf(digest).filter(({ effect }) => effect !== 'unchanged');
}

/** Returns the value at a path of a resource's inputs, or undefined. */
export function valueAt(value: unknown, ...path: readonly (string | number)[]): unknown {
  return path.reduce<unknown>(
    (outer, key) =>
      typeof outer === 'object' && outer !== null
        ? (outer as Record<string | number, unknown>)[key]
        : undefined,
    value,
  );
}

/** Returns `kubernetes:core:Service` for `kubernetes:core/v1:Service`. */
export function withoutVersion(type: string): string {
  return type.replace(/\/[^:]*/, '');
}
