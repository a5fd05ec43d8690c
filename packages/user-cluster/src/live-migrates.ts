// SPDX-License-Identifier: Apache-2.0
import type { ClusterContext } from './cluster-context.ts';
import { machineGroups } from './machine-groups.ts';
import { storageClasses, usualAccessModes } from './storage/index.ts';

type Question = Pick<ClusterContext, 'config' | 'etcdDisks' | 'infra' | 'platform'>;

/**
 * Returns the access modes of volumes in a class of the infra cluster. The CSI driver names none for
 * claims of one machine at a time, and CDI takes those that it knows of the class, whatever the platform has
 * for disks of VMs.
 *
 * @see https://github.com/kubevirt/csi-driver/blob/805f17a9/pkg/service/controller.go `CreateVolume`
 * @returns undefined where they are not known.
 */
function volumeModes(infraClass: string, platform: Question['platform']) {
  const found = platform.storageClasses.find(({ name }) => name === infraClass);
  const usual = found && usualAccessModes(found);
  if (usual !== undefined || found?.accessModes !== undefined) return usual;
  // The platform does not know them before CDI is installed.
  const { className, accessModes } = platform.storage;
  return className === infraClass ? accessModes : undefined;
}

/**
 * Returns whether plugged volumes migrate: a volume that only one host at a time can have keeps its VM
 * where it is.
 */
function volumesMove({ config, platform }: Question): boolean {
  return storageClasses({ config, platform }).every(({ infraClass }) =>
    volumeModes(infraClass, platform)?.some((mode) => mode === 'ReadWriteMany'),
  );
}

/**
 * Returns whether every VM of a cluster migrates while it runs, whatever volumes of the configured classes
 * are plugged into it. Returns false where the facts are not known.
 */
export function liveMigrates(context: Question): boolean {
  const groups = machineGroups(context);
  return groups.every(({ onDrain }) => onDrain.behaviour === 'migrates') && volumesMove(context);
}
