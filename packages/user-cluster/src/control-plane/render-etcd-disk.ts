// SPDX-License-Identifier: Apache-2.0
import type { V1DataVolumeTemplateSpec } from '@kubevirt-ui-ext/kubevirt-api/kubevirt';
import { mebibytes } from '@strata/contracts/quantity';
import type { ClusterContext } from '../cluster-context.ts';
import { claimMebibytes } from '../update/index.ts';
import type { EtcdDisk } from '../update/index.ts';

/**
 * An empty disk for etcd. The platform's access modes and volume mode hold for the platform's own
 * StorageClass; of another class CDI knows better.
 */
export function renderEtcdDisk({
  config,
  platform,
}: Pick<ClusterContext, 'config' | 'platform'>): V1DataVolumeTemplateSpec['spec'] {
  const { sizeGiB, className } = config.controlPlane.etcdDisk;
  const { accessModes, volumeMode } = platform.storage;
  const isPlatforms = className === undefined || className === platform.storage.className;
  return {
    source: { blank: {} },
    storage: {
      storageClassName: className ?? platform.storage.className,
      ...(isPlatforms && { accessModes, volumeMode }),
      resources: { requests: { storage: `${sizeGiB}Gi` } },
    },
  };
}

/**
 * What makes a disk of etcd larger that is smaller than configured: a patch of its claim. The DataVolume
 * cannot say it, for CDI refuses every change of its `spec`.
 *
 * It compares with the size that the disk was made with, which stays as it is: so the patch is the same
 * in every later run.
 *
 * @returns undefined for a disk that was made as large as this.
 * @see https://github.com/kubevirt/containerized-data-importer/blob/v1.65.0/pkg/apiserver/webhooks/datavolume-validate.go `Admit`
 */
export function renderEtcdDiskGrowth(
  { madeGiB, volumeMode }: Pick<EtcdDisk, 'madeGiB' | 'volumeMode'>,
  { config }: Pick<ClusterContext, 'config'>,
): { readonly resources: { readonly requests: { readonly storage: string } } } | undefined {
  const { sizeGiB } = config.controlPlane.etcdDisk;
  if (sizeGiB <= madeGiB) return undefined;
  return { resources: { requests: { storage: mebibytes(claimMebibytes(sizeGiB, volumeMode)) } } };
}
