// SPDX-License-Identifier: Apache-2.0
import type { V1DataVolumeTemplateSpec } from '@kubevirt-ui-ext/kubevirt-api/kubevirt';
import type { ClusterContext } from '../cluster-context.ts';

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
