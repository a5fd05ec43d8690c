// SPDX-License-Identifier: Apache-2.0
import { printableLine } from '@strata/contracts/one-line';
import { ProveError } from '../prove-error.ts';
import type { ObjectsQuestion } from './command-line.ts';
import type { ComparedTarget } from './compare-target.ts';
import { startsPods } from './order-of-kinds.ts';

/**
 * Refuses to start pods without the volumes that they had: a StatefulSet would get new ones, and its
 * program would begin with nothing.
 *
 * @throws ProveError naming the claims, with the ways.
 */
export function refuseEmptyVolumes(
  { cluster, environment, isStopped, target }: ObjectsQuestion,
  { missingClaims, objects }: ComparedTarget,
): void {
  if (isStopped) return;
  const missing = missingClaims.filter(({ namespace }) =>
    objects.some(
      ({ manifest, verdict }) =>
        verdict === 'new' && manifest.metadata.namespace === namespace && startsPods(manifest),
    ),
  );
  if (missing.length === 0) return;
  const titles = missing.map(({ name, namespace }) => `${namespace}/${name}`).join(', ');
  const first =
    target === `${environment}.${cluster}`
      ? 'Bring the namespaces first, by --kind namespaces, and then the volumes by the commands above'
      : 'Bring all by --stopped, and copy the data by the means of its programs';
  throw new ProveError(
    printableLine(
      `Nothing is changed: programs would begin with empty volumes, for ${target} does not have these claims: ${titles}. ${first}; or let them begin with empty ones by --empty-volumes (docs/runbooks/restore-objects.md).`,
    ),
  );
}
