// SPDX-License-Identifier: Apache-2.0

/** The access modes of volumes with a volume mode. */
export interface VolumeModes {
  readonly volumeMode: 'Block' | 'Filesystem';
  readonly accessModes: readonly string[];
}

/**
 * Returns for each volume mode the first access modes of a StorageProfile, which CDI takes for a volume that
 * names its volume mode alone; undefined if there are none.
 *
 * @see https://github.com/kubevirt/containerized-data-importer/blob/v1.65.0/pkg/controller/datavolume/util.go `getDefaultAccessModes`
 */
export function modesByVolumeMode(
  sets: readonly Partial<VolumeModes>[] | undefined = [],
): VolumeModes[] | undefined {
  const found = (['Block', 'Filesystem'] as const).flatMap((volumeMode): VolumeModes[] => {
    const accessModes = sets.find(
      (one) => one.volumeMode === volumeMode && (one.accessModes ?? []).length > 0,
    )?.accessModes;
    return accessModes === undefined ? [] : [{ volumeMode, accessModes }];
  });
  return found.length === 0 ? undefined : found;
}
