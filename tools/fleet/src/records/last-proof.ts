// SPDX-License-Identifier: Apache-2.0
import { proofFile, restoreProof } from '@strata/contracts/restore-proof';
import type { RestoreProof } from '@strata/contracts/restore-proof';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

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
