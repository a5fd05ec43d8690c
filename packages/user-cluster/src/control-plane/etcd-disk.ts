// SPDX-License-Identifier: Apache-2.0
import { apiextensions, core } from '@pulumi/kubernetes';
import type * as pulumi from '@pulumi/pulumi';
import { annotationKeys, clusterLabels, ownerAnnotations } from '@strata/contracts';
import type { ClusterContext } from '../cluster-context.ts';
import { protection } from '../tenancy/index.ts';
import { etcdDiskName } from '../update/index.ts';
import { renderEtcdDisk, renderEtcdDiskGrowth } from './render-etcd-disk.ts';

/** Arguments of {@link createEtcdDisk}. */
interface EtcdDiskArgs extends ClusterContext {
  /** Name of the VM that the disk belongs to. */
  readonly machine: string;
}

/**
 * Makes the disk of etcd of one VM, which outlives the VM. CDI refuses every change of a DataVolume's
 * `spec`, so Pulumi ignores them: an existing disk stays in its StorageClass, and grows by a patch of
 * its claim. Where a lost state is put together again, Pulumi makes the disk and ignores nothing: so an
 * existing disk is rendered as it was made.
 *
 * @see docs/decisions/0023-disks-of-etcd.md
 */
export function createEtcdDisk(
  name: string,
  { machine, ...context }: EtcdDiskArgs,
  options: pulumi.CustomResourceOptions = {},
): apiextensions.CustomResource {
  const { environment, cluster, namespace, config } = context;
  const diskName = etcdDiskName(machine);
  const found = context.etcdDisks?.find((one) => one.name === diskName);
  const disk = new apiextensions.CustomResource(
    `${name}-${diskName}`,
    {
      apiVersion: 'cdi.kubevirt.io/v1beta1',
      kind: 'DataVolume',
      metadata: {
        name: diskName,
        namespace,
        labels: clusterLabels(environment, cluster),
        annotations: {
          ...ownerAnnotations,
          // CDI can leave behind the pod that made the disk, and with it a claim that is deleted only
          // with the namespace: there is nothing to wait for here.
          [annotationKeys.deletionPropagation]: 'background',
        },
      },
      spec: found?.spec ?? renderEtcdDisk(context),
    },
    { ...options, ignoreChanges: ['spec'], ...protection(config).data },
  );
  const growth = found && renderEtcdDiskGrowth(found, context);
  if (growth !== undefined) {
    new core.v1.PersistentVolumeClaimPatch(
      `${name}-${diskName}-size`,
      { metadata: { name: diskName, namespace, annotations: ownerAnnotations }, spec: growth },
      // Undoing the patch would ask for a claim without a size, which the API refuses.
      { ...options, dependsOn: disk, retainOnDelete: true },
    );
  }
  return disk;
}
