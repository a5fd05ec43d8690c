// SPDX-License-Identifier: Apache-2.0
import type { ClusterContext } from './cluster-context.ts';
import { machineGroups } from './machine-groups.ts';
import { diskStorage } from './machines/index.ts';
import { storageClasses } from './storage/index.ts';

type Question = Pick<ClusterContext, 'config' | 'infra' | 'platform'>;

/** A volume that one host at a time has keeps the machine that it is plugged into where it is. */
function volumesMove({ config, platform }: Question): boolean {
  return storageClasses({ config, platform }).every(({ infraClass }) =>
    diskStorage({ className: infraClass }, platform).accessModes?.includes('ReadWriteMany'),
  );
}

/**
 * Whether every machine of a cluster moves to another host while it runs, whatever volumes of the
 * cluster are plugged into it. Where nobody can say, it does not.
 */
export function liveMigrates(context: Question): boolean {
  const groups = machineGroups(context);
  return groups.every(({ onDrain }) => onDrain.behaviour === 'migrates') && volumesMove(context);
}
