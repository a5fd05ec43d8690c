// SPDX-License-Identifier: Apache-2.0
import { findObjects } from './objects/find-objects.ts';
import type { FoundCluster } from './objects/found-cluster.ts';
import { withRestoredApi } from './restored-api.ts';
import type { Trial } from './restored-api.ts';
import { untried } from './untried.ts';

export type { Trial } from './restored-api.ts';

/** Result of {@link tryBackup}. */
export interface Tried {
  readonly mismatches: readonly string[];
  /** Undefined when there is nothing to look at. */
  readonly found?: FoundCluster;
}

/**
 * Restores a backup into an etcd and an API server on loopback, and lists what is there. Both have ended
 * when this returns, and at once when the signal is aborted.
 *
 * @throws ProveError when it is not the backup that fails.
 */
export async function tryBackup(trial: Trial): Promise<Tried> {
  const {
    broken,
    result: found,
    unready,
  } = await withRestoredApi(trial, (client, since) => {
    trial.tell('listing all objects');
    return findObjects(client, since);
  });
  if (broken !== undefined || found === undefined) return { mismatches: [broken ?? ''] };
  if (unready === undefined) return { mismatches: [], found };
  // A server that can list everything is only slow.
  if (found.unreadable.length === 0) throw untried('kube-apiserver', unready);
  return { mismatches: [unready], found };
}
