// SPDX-License-Identifier: Apache-2.0
import type { Findings } from './findings.ts';

/**
 * Returns a function that says why no further stack may begin: so many minutes have passed since now. A
 * job that reaches its time limit is killed after a few seconds, in the middle of an update.
 *
 * @param minutes - undefined: stacks may begin at any time.
 */
export function beginUntil(
  minutes: number | undefined,
  now: () => Date = () => new Date(),
): () => Findings | undefined {
  const begun = now().getTime();
  return () => {
    if (minutes === undefined || now().getTime() < begun + minutes * 60_000) return undefined;
    const reason = `It was never begun: ${minutes} minutes have passed, and its job would have been killed in the middle of it. Run the job again.`;
    return { outcome: 'skipped', reason };
  };
}
