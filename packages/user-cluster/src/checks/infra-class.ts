// SPDX-License-Identifier: Apache-2.0
import { suggestion } from '@strata/contracts';
import type { KubevirtStackOutputs } from '@strata/contracts';

type Platform = Pick<KubevirtStackOutputs, 'storage' | 'storageClasses'>;

/**
 * Returns why CDI cannot make a volume that names no access modes in a StorageClass of the infra cluster;
 * undefined if it can, and before CDI is installed.
 *
 * @see https://github.com/kubevirt/containerized-data-importer/blob/v1.65.0/pkg/controller/datavolume/util.go `getDefaultVolumeAndAccessMode`
 */
export function unknownModes({
  name,
  accessModes,
}: Pick<Platform['storageClasses'][number], 'name' | 'accessModes'>): string | undefined {
  if (accessModes === undefined || accessModes.length > 0) return undefined;
  return (
    `CDI does not know the access modes of StorageClass "${name}", so it makes no volume there; name ` +
    'them in storageProfiles[].claimPropertySets of the platform'
  );
}

/** Returns why a StorageClass of the infra cluster is not known; undefined if it is. */
export function unknownInfraClass(
  className: string | undefined,
  { storageClasses }: Pick<Platform, 'storageClasses'>,
): string | undefined {
  const names = storageClasses.map(({ name }) => name);
  // A platform that cannot list its classes knows nothing about any of them.
  if (className === undefined || names.length === 0 || names.includes(className)) return undefined;
  return `there is no StorageClass "${className}" on the infra cluster; ${suggestion(className, names)}`;
}

/**
 * Returns why a disk of a VM that names no access modes cannot be in a StorageClass of the infra cluster;
 * undefined if it can. A disk in the platform's own class has the access modes of the platform.
 */
export function unfitInfraClass(
  className: string | undefined,
  { storage, storageClasses }: Platform,
): string | undefined {
  const unknown = unknownInfraClass(className, { storageClasses });
  const found = storageClasses.find(({ name }) => name === className);
  if (found === undefined || className === storage.className) return unknown;
  return unknownModes(found);
}
