// SPDX-License-Identifier: Apache-2.0
import type { RestoreProof } from '@strata/contracts/restore-proof';

const dayMilliseconds = 86_400_000;

/**
 * Returns how old a proof is, and whether the backup was broken.
 *
 * @param now - in milliseconds since 1970.
 */
export function proofWords(
  proof: Pick<RestoreProof, 'time' | 'verdict'> | undefined,
  now: number,
): string {
  if (proof === undefined) return 'no';
  const days = Math.floor((now - Date.parse(proof.time)) / dayMilliseconds);
  const age = days < 1 ? 'today' : `${days} ${days === 1 ? 'day' : 'days'} ago`;
  return proof.verdict === 'restorable' ? age : `broken, ${age}`;
}
