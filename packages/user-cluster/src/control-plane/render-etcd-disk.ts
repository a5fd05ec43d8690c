// SPDX-License-Identifier: Apache-2.0
import type { V1DataVolumeTemplateSpec } from '@kubevirt-ui-ext/kubevirt-api/kubevirt';
import { mebibytes } from '@strata/contracts/quantity';
import type { ClusterContext } from '../cluster-context.ts';
import { claimMebibytes } from '../update/index.ts';
import type { EtcdDisk } from '../update/index.ts';

/**
 * Renders an empty disk for etcd. The platform's access modes and volume mode are for the platform's own
 * StorageClass; for another class CDI chooses better.
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
 * Renders the patch of a claim that enlarges a disk of etcd that is smaller than configured. The
 * DataVolume cannot do so: CDI refuses every change of its `spec`.
 *
 * It compares the configured size with the size that the disk was made with, which never changes: so the
 * patch is the same in every later run. It never asks for less than the claim has, which the API
 * refuses: with a larger `cdi.filesystemOverhead` the claim was made with more.
 *
 * @returns undefined for a disk that was made this large or larger.
 * @see https://github.com/kubevirt/containerized-data-importer/blob/v1.65.0/pkg/apiserver/webhooks/datavolume-validate.go `Admit`
 */
export function renderEtcdDiskGrowth(
  { madeGiB, volumeMode, claimMiB }: Pick<EtcdDisk, 'madeGiB' | 'volumeMode' | 'claimMiB'>,
  { config }: Pick<ClusterContext, 'config'>,
): { readonly resources: { readonly requests: { readonly storage: string } } } | undefined {
  const { sizeGiB } = config.controlPlane.etcdDisk;
  if (sizeGiB <= madeGiB) return undefined;
  const wanted = Math.max(claimMebibytes(sizeGiB, volumeMode), claimMiB);
  return { resources: { requests: { storage: mebibytes(wanted) } } };
}
