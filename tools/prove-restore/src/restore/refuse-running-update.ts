// SPDX-License-Identifier: Apache-2.0
import { fileBackend, updateEnd } from '@strata/gitops/state';
import { ProveError } from '../prove-error.ts';
import type { RestoreQuestion } from './command-line.ts';

/**
 * Refuses a restore while an update of the cluster's stack runs, which could replace the machines in the
 * middle of it.
 *
 * @throws ProveError when one runs, or when nobody but a person can know.
 */
export function refuseRunningUpdate(
  { cluster, environment, isAlone }: Pick<RestoreQuestion, 'cluster' | 'environment' | 'isAlone'>,
  env: NodeJS.ProcessEnv,
): void {
  const stack = `${environment}.${cluster}`;
  const backend = fileBackend(env);
  const last =
    backend === undefined ? undefined : updateEnd(backend, { program: 'user-cluster', stack });
  if (last?.end === 'running') {
    throw new ProveError(
      `An update of ${stack} is running (process ${last.pid}): wait until it is done.`,
    );
  }
  if (isAlone || (last !== undefined && last.end !== 'elsewhere')) return;
  const who =
    last === undefined
      ? 'A backend that is no folder does not say whether an update runs'
      : `${last.lock.username ?? 'Somebody'} on ${last.lock.hostname ?? 'another machine'} has locked ${stack}`;
  throw new ProveError(
    `${who}: stop the deployments of ${environment}, make sure that none runs, then add --no-update-runs.`,
  );
}
