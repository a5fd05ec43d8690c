// SPDX-License-Identifier: Apache-2.0
import type { ApiClient } from '../api-client.ts';
import type { Enforcement } from './enforcement.ts';
import { snapshotApi, type SnapshotClass } from './storage-objects.ts';

/** What is asked for: a snapshot by this class, of a volume of that one, both of the infra cluster. */
interface Asked {
  readonly storageClass: string;
  /** Empty when the tenant's class names none. */
  readonly snapshotClass: string;
}

const unable = 'unable to determine volume snapshot class name for snapshot creation';

/**
 * The infra VolumeSnapshotClass by which a snapshot is made; empty for the infra cluster's default.
 *
 * @param tenant - Its classes are what a refusal names: its users know no others.
 * @throws Error in upstream's words when the administrator did not map the class.
 * @see https://github.com/kubevirt/csi-driver/blob/main/pkg/kubevirt/client.go (getSnapshotClassNameFromVolumeClaimName)
 */
export async function permittedSnapshotClass(
  enforcement: Enforcement,
  { storageClass, snapshotClass }: Asked,
  tenant: ApiClient,
): Promise<string> {
  const { allowAll, allowDefault, allowList, storageSnapshotMapping } = enforcement;
  if (allowDefault) return '';
  if (storageClass === '') throw new Error(`${unable}, and default not allowed`);
  if (!allowAll && !allowList.includes(storageClass)) {
    throw new Error(
      `${unable}, no valid snapshot classes found based on storage class [${storageClass}]`,
    );
  }
  const mapped =
    storageSnapshotMapping.find(({ storageClasses }) => storageClasses.includes(storageClass))
      ?.volumeSnapshotClasses ?? [];
  if (mapped.includes(snapshotClass)) return snapshotClass;
  if (allowAll) return '';
  if (mapped.length === 0) throw new Error(`${unable}, no valid snapshot classes found`);
  const valid = `[${(await tenantNames(mapped, tenant)).join(' ')}]`;
  throw new Error(
    snapshotClass === ''
      ? `${unable}, valid snapshot classes are ${valid}`
      : `volume snapshot class ${snapshotClass} is not compatible with PVC with storage class ${storageClass}, valid snapshot classes for this pvc are ${valid}`,
  );
}

/** What the tenant calls these classes; empty for one that it has no class for, as upstream. */
async function tenantNames(mapped: readonly string[], tenant: ApiClient): Promise<string[]> {
  const { items } = await tenant.get<{ readonly items: readonly SnapshotClass[] }>(
    `${snapshotApi}/volumesnapshotclasses`,
  );
  return mapped.map(
    (infra) =>
      items.find(({ parameters }) => parameters?.infraSnapshotClassName === infra)?.metadata.name ??
      '',
  );
}
