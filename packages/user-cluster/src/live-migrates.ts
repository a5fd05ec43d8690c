// SPDX-License-Identifier: Apache-2.0
import { diskStorage } from '@strata/contracts';
import type { ClusterContext } from './cluster-context.ts';
import { machineGroups } from './machine-groups.ts';
import { storageClasses } from './storage/index.ts';

type Question = Pick<ClusterContext, 'config' | 'infra' | 'platform'>;

/**
 * Returns whether plugged volumes migrate: a volume that only one host at a time can have keeps its VM
 * where it is.
 */
function volumesMove({ config, platform }: Question): boolean {
  return storageClasses({ config, platform }).every(({ infraClass }) =>
    diskStorage({ className: infraClass }, platform).accessModes?.includes('ReadWriteMany'),
  );
}

/**
 * Returns whether every VM of a cluster migrates while it runs, whatever volumes of the cluster are
 * plugged into it. Returns false where the facts are not known.
 */
export function liveMigrates(context: Question): boolean {
  const groups = machineGroups(context);
  return groups.every(({ onDrain }) => onDrain.behaviour === 'migrates') && volumesMove(context);
}
