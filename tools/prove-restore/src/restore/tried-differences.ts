// SPDX-License-Identifier: Apache-2.0
import { ApiError } from '@strata/cluster-client';
import type { ApiClient } from '@strata/cluster-client';
import { findObjects } from '../objects/find-objects.ts';
import { ProveError } from '../prove-error.ts';
import { tryBackup } from '../try-backup.ts';
import type { Trial } from '../try-backup.ts';
import { differences } from './differences.ts';
import type { RestorePreview } from './preview-text.ts';

/**
 * Restores a backup on this machine with the keys that the cluster's machines have, and compares it with
 * the cluster.
 *
 * @param api - of the cluster; it may be away.
 * @throws ProveError when the backup cannot be restored, or its Secrets could not be read then.
 */
export async function triedDifferences(
  trial: Trial,
  api: ApiClient,
): Promise<Pick<RestorePreview, 'differences' | 'uncompared'>> {
  const { found, mismatches } = await tryBackup(trial);
  const [secrets] = found?.unreadable.filter(({ kind }) => kind === 'secrets') ?? [];
  if (secrets !== undefined) {
    throw new ProveError(
      `Secrets of this backup cannot be read with the encryption keys that the machines have: ${secrets.why}. Take a backup of the time of these keys, or give the key of its time back to the machines (docs/runbooks/rotate-keys.md).`,
    );
  }
  if (found === undefined || mismatches.length > 0) {
    throw new ProveError(`The backup cannot be restored: ${mismatches.join('; ')}.`);
  }
  trial.tell('listing all objects of the cluster');
  try {
    return { differences: differences(await findObjects(api, Date.now()), found) };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return { uncompared: 'the API of the cluster does not answer' };
  }
}
