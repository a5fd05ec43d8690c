// SPDX-License-Identifier: Apache-2.0
import { proofFile, restoreProof } from '@strata/contracts/restore-proof';
import type { RestoreProof } from '@strata/contracts/restore-proof';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const dayMilliseconds = 86_400_000;

/** Returns the last proof of a cluster on this machine; undefined when there is none. */
export function lastProof(
  root: string,
  environment: string,
  cluster: string,
): RestoreProof | undefined {
  try {
    const text = readFileSync(join(root, proofFile(environment, cluster)), 'utf8');
    return restoreProof.safeParse(JSON.parse(text)).data;
  } catch {
    // A file that is no proof proves as little as none.
    return undefined;
  }
}

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
