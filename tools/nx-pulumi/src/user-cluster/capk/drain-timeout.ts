// SPDX-License-Identifier: Apache-2.0
import { numberAt } from '../translate/number-at.ts';
import type { Source } from '../translate/source.ts';

/** The key `drain` of machines, and messages about what is not kept. */
export interface Drain {
  readonly drain?: { readonly timeoutSeconds: number };
  readonly lines: readonly string[];
}

/** Seconds of the units of Go's durations. */
const unitSeconds: Readonly<Record<string, number>> = { h: 3600, m: 60, s: 1, ms: 0.001 };

/** Returns the seconds of a duration such as `1h30m`; undefined for another text. */
function secondsOf(text: string): number | undefined {
  if (text === '0') return 0;
  if (!/^(\d+(\.\d+)?(ms|h|m|s))+$/.test(text)) return undefined;
  const parts = [...text.matchAll(/(\d+(?:\.\d+)?)(ms|h|m|s)/g)];
  return parts.reduce((sum, [, count, unit = '']) => {
    return sum + Number(count) * (unitSeconds[unit] ?? 0);
  }, 0);
}

/**
 * Returns how long pods may take to leave a machine: a duration in v1beta1, a number of seconds in v1beta2.
 * Without it, or with 0, Cluster API waits for ever.
 *
 * @param title - of the object, for errors and messages.
 * @param path - of what has the key, by both versions.
 * @see https://github.com/kubernetes-sigs/cluster-api/blob/v1.13.4/api/core/v1beta2/machine_types.go `MachineDeletionSpec`
 * @throws Error when it is neither.
 */
export function drainOf(
  title: string,
  source: Source,
  path: { readonly v1beta1: string; readonly v1beta2: string },
): Drain {
  const duration = `${path.v1beta1}.nodeDrainTimeout`;
  const text = source.text(duration);
  const ofText = text === undefined ? undefined : secondsOf(text);
  if (text !== undefined && ofText === undefined) {
    throw new Error(`${title}: ${duration} is "${text}", which is no duration.`);
  }
  const seconds = `${path.v1beta2}.deletion.nodeDrainTimeoutSeconds`;
  const timeout = ofText ?? numberAt(title, source, seconds);
  if (timeout === undefined) return { lines: [] };
  if (timeout > 0) return { drain: { timeoutSeconds: Math.ceil(timeout) }, lines: [] };
  const place = text === undefined ? seconds : duration;
  return {
    lines: [
      `${title}: ${place} 0 is left out: no machine waits for ever; drain.timeoutSeconds is 600`,
    ],
  };
}
