// SPDX-License-Identifier: Apache-2.0

/** The key `drain` of machines, and messages about what is not kept. */
export interface Drain {
  readonly drain?: { readonly timeoutSeconds: number };
  readonly lines: readonly string[];
}

/**
 * Returns how long pods may take to leave a machine. With 0, Cluster API waits for ever.
 *
 * @param title - of the object, for messages.
 * @param place - of the number in it.
 */
export function drainFor(title: string, place: string, seconds: number | undefined): Drain {
  if (seconds === undefined) return { lines: [] };
  if (seconds > 0) return { drain: { timeoutSeconds: Math.ceil(seconds) }, lines: [] };
  return {
    lines: [
      `${title}: ${place} 0 is left out: no machine waits for ever; drain.timeoutSeconds is 600`,
    ],
  };
}
