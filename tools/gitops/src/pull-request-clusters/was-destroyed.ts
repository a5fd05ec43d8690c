// SPDX-License-Identifier: Apache-2.0
import type { LastUpdate } from '../deploy/last-update.ts';
import { Repository } from '../deploy/repository.ts';
import { commitThatAdded } from './file-history.ts';

/**
 * Whether the last destroy of a stack was of the cluster whose file is there now. A pull request that is
 * opened again gets a new cluster on the same stack, and the record of the earlier destroy is still
 * there while the deployment that makes the new one waits or runs.
 */
export function wasDestroyed(root: string, file: string, last: LastUpdate): boolean {
  if (last.state !== 'destroyed' || last.recorded === undefined) return false;
  const added = commitThatAdded(root, file);
  return added !== '' && new Repository(root).isAncestor(added, last.recorded.commit);
}
