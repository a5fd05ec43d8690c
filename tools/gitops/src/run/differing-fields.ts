// SPDX-License-Identifier: Apache-2.0
import { isMapping } from '@strata/contracts/mapping';
import { secretText } from '../report/shown-value.ts';

/** @see https://github.com/pulumi/pulumi/blob/v3.259.0/sdk/go/common/resource/sig/sig.go */
const signatureKey = '4dabf18193072939515e22adb298388d';

/** Path at which two values differ. */
export interface DifferingField {
  /** Path such as `spec.ports[0].port`. */
  readonly field: string;
  /** Undefined when the field did not exist. */
  readonly before: unknown;
  readonly after: unknown;
}

/** Returns whether a value is a secret, as events show secrets. */
export function isSecret(value: unknown): boolean {
  return value === secretText || (isMapping(value) && signatureKey in value);
}

function childPath(path: string, key: string | number): string {
  if (typeof key === 'number') return `${path}[${key}]`;
  // A dot in a key, as in annotations, does not separate steps of the path.
  const step = /^[\w-]+$/.test(key) ? key : JSON.stringify(key);
  return path === '' ? step : `${path}.${step}`;
}

/**
 * Returns the deepest paths at which two values differ, sorted. A field that is secret on one side
 * counts as secret on both.
 */
export function differingFields(before: unknown, after: unknown, path = ''): DifferingField[] {
  if (isSecret(before) || isSecret(after)) {
    if (isSecret(before) && isSecret(after)) return [];
    return [{ field: path, before: secretText, after: secretText }];
  }
  if (Array.isArray(before) && Array.isArray(after)) {
    const length = Math.max(before.length, after.length);
    return Array.from({ length }, (_, index) => index).flatMap((index) =>
      differingFields(before[index], after[index], childPath(path, index)),
    );
  }
  if (isMapping(before) && isMapping(after)) {
    const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])].sort();
    return keys.flatMap((key) => differingFields(before[key], after[key], childPath(path, key)));
  }
  return JSON.stringify(before) === JSON.stringify(after) ? [] : [{ field: path, before, after }];
}
