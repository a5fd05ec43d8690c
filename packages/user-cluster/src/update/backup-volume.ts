// SPDX-License-Identifier: Apache-2.0
import type { ClusterReader } from '@strata/cluster-client';
import { backupJob } from '@strata/contracts';
import { parseQuantity } from '@strata/contracts/quantity';

/** The volume of a cluster's backups as the infra cluster has it. */
export interface BackupVolume {
  readonly className: string;
  /** Size that its claim asks for. */
  readonly sizeGiB: number;
}

interface Claim {
  readonly spec: {
    readonly storageClassName?: string;
    readonly resources?: { readonly requests?: { readonly storage?: string } };
  };
}

/** Reads the volume of a user cluster's backups; undefined if there is none. */
export async function readBackupVolume(
  { get }: ClusterReader,
  namespace: string,
): Promise<BackupVolume | undefined> {
  const claim = await get<Claim>(
    `/api/v1/namespaces/${namespace}/persistentvolumeclaims/${backupJob}`,
  );
  if (claim === undefined) return undefined;
  const { resources, storageClassName: className = '' } = claim.spec;
  const bytes = parseQuantity(resources?.requests?.storage);
  return bytes === undefined ? undefined : { className, sizeGiB: bytes / 2 ** 30 };
}
