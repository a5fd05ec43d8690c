// SPDX-License-Identifier: Apache-2.0
import { parseQuantity } from '@strata/contracts/quantity';
import { isDeepStrictEqual } from 'node:util';

type Fields = Readonly<Record<string, unknown>>;

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns whether two texts are the same quantity: API servers write `1024Mi` as `1Gi`. */
function isSameQuantity(planned: unknown, live: unknown): boolean {
  if (typeof planned !== 'string' || typeof live !== 'string') return false;
  const wanted = parseQuantity(planned);
  return wanted !== undefined && wanted === parseQuantity(live);
}

function shown(value: unknown): string {
  if (value === undefined) return 'not set';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/**
 * Returns where an object differs from what an update would write, one text each. Fields that are only in the
 * object are left as they are by an update, so they are no difference.
 */
export function differences(planned: unknown, live: unknown, path = ''): readonly string[] {
  if (isFields(planned) && isFields(live)) {
    return Object.entries(planned).flatMap(([key, value]) =>
      differences(value, live[key], path === '' ? key : `${path}.${key}`),
    );
  }
  if (isDeepStrictEqual(planned, live) || isSameQuantity(planned, live)) return [];
  return [`${path} is ${shown(live)}, in the plan ${shown(planned)}`];
}
