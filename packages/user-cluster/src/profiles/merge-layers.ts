// SPDX-License-Identifier: Apache-2.0

/** Part of a configuration, and where it is written. */
export interface Layer {
  /** Path of the file, from the root of the repository. */
  readonly file: string;
  /** Values by key, without the program's prefix. */
  readonly config: Readonly<Record<string, unknown>>;
  /** Returns the line of a value in the file, from 1. @default nobody knows its lines */
  readonly lineOf?: (path: readonly PropertyKey[]) => number;
}

type Mapping = Readonly<Record<string, unknown>>;

/** Whether a value is a mapping whose keys are merged; an encrypted value is one value. */
function isMerged(value: unknown): value is Mapping {
  return (
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    !Object.hasOwn(value, 'secure')
  );
}

function mergedValue(below: unknown, above: unknown): unknown {
  return isMerged(below) && isMerged(above) ? mergedMapping(below, above) : above;
}

function mergedMapping(below: Mapping, above: Mapping): Mapping {
  const changed = Object.entries(above).map(([key, value]): readonly [string, unknown] => [
    key,
    Object.hasOwn(below, key) ? mergedValue(below[key], value) : value,
  ]);
  return { ...below, ...Object.fromEntries(changed) };
}

/**
 * Merges configurations key by key, at every depth; a list or a single value of a later layer
 * replaces that of an earlier one as a whole.
 *
 * @param layers - the weakest first.
 */
export function mergeLayers(layers: readonly Layer[]): Readonly<Record<string, unknown>> {
  return layers.reduce<Mapping>((below, { config }) => mergedMapping(below, config), {});
}

/** A layer, and what it has at the place that is looked at. */
interface Candidate {
  readonly layer: Layer;
  readonly value: unknown;
}

/**
 * Returns the layer that the value at a path comes from. A mapping that several layers contribute to
 * comes from the strongest of them, and what is inside a list from where the list is.
 *
 * @param path - in the merged configuration.
 * @returns undefined for a key that no layer has.
 */
export function layerOf(layers: readonly Layer[], path: readonly PropertyKey[]): Layer | undefined {
  let candidates = layers.map((layer): Candidate => ({ layer, value: layer.config }));
  let found: Layer | undefined;
  for (const part of path) {
    const having = candidates.flatMap(({ layer, value }) => {
      const key = String(part);
      return isMerged(value) && Object.hasOwn(value, key) ? [{ layer, value: value[key] }] : [];
    });
    const strongest = having.at(-1);
    if (strongest === undefined) return undefined;
    found = strongest.layer;
    if (!isMerged(strongest.value)) break;
    // A value that is no mapping hides what weaker layers have there.
    const hiding = having.findLastIndex(({ value }) => !isMerged(value));
    candidates = having.slice(hiding + 1);
  }
  return found;
}
