// SPDX-License-Identifier: Apache-2.0
import { unknownValue } from './json.ts';
import type { Json, JsonObject } from './json.ts';

/**
 * Reads a property of what Pulumi passes to policies; reading it throws if the value is not known
 * yet.
 */
function readProperty(owner: object, key: string): Json | undefined {
  let value: unknown;
  try {
    value = (owner as Record<string, unknown>)[key];
  } catch {
    return unknownValue;
  }
  return readValue(value);
}

function readValue(value: unknown): Json | undefined {
  if (Array.isArray(value)) {
    // Reading an unknown member throws as well, so no method of the list may touch it.
    return Array.from({ length: value.length }, (_, index) => readProperty(value, `${index}`)).map(
      (one) => one ?? null,
    );
  }
  if (typeof value === 'object' && value !== null) return readProperties(value);
  return value === undefined ? undefined : (value as Json);
}

/**
 * Returns the inputs of a resource as plain data. Without this, Pulumi would end a policy at the
 * first value that a preview does not know, with a warning, and check nothing else of the resource.
 *
 * @see https://www.pulumi.com/docs/insights/policy/policy-packs/authoring/
 */
export function readProperties(props: object): JsonObject {
  return Object.fromEntries(
    Object.keys(props).flatMap((key) => {
      const value = readProperty(props, key);
      return value === undefined ? [] : [[key, value]];
    }),
  );
}
