// SPDX-License-Identifier: Apache-2.0
import type { KubevirtStackOutputs, Storage } from '@strata/contracts';

type StorageClass = KubevirtStackOutputs['storageClasses'][number];

/**
 * Returns the access modes that CDI gives a volume in a class of the infra cluster that names none: the
 * first that it knows of the class, or the first with the volume mode that the volume names.
 *
 * @see https://github.com/kubevirt/containerized-data-importer/blob/v1.65.0/pkg/controller/datavolume/util.go `getDefaultVolumeAndAccessMode`, `getDefaultAccessModes`
 * @returns undefined where they are not known.
 */
export function usualAccessModes(
  { accessModes, byVolumeMode, usualAccessModes: usual }: StorageClass,
  volumeMode?: Storage['volumeMode'],
): readonly string[] | undefined {
  const known =
    volumeMode === undefined
      ? usual
      : byVolumeMode?.find((one) => one.volumeMode === volumeMode)?.accessModes;
  // An older platform tells all modes, and not which come first.
  return known ?? (accessModes?.length === 1 ? accessModes : undefined);
}
