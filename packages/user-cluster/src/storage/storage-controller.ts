// SPDX-License-Identifier: Apache-2.0
import type { apps } from '@pulumi/kubernetes';
import type * as pulumi from '@pulumi/pulumi';
import { infraControllers } from '@strata/contracts/accounts';
import { createInfraController } from '../cloud/index.ts';
import type { ControllerArgs } from '../cloud/index.ts';
import { renderDriverConfig } from './driver-config.ts';
import { renderControllerPod } from './render-controller-pod.ts';
import { storageClasses } from './storage-classes.ts';
import { storageClusterRights, storageRights } from './storage-rights.ts';

const component = infraControllers.storage;

/** Upstream's name of the account, so that upstream's documentation applies. */
const account = 'kubevirt-csi';

/** Name of the ConfigMap in upstream's manifests. */
export const driverConfigMap = 'driver-config';

/**
 * Makes the part of the CSI driver that needs the infra cluster: it makes a DataVolume for each volume
 * of the user cluster and plugs it into the VM whose pods need it.
 *
 * It needs the API of the user cluster, and its rights there.
 *
 * @see https://github.com/kubevirt/csi-driver/tree/main/deploy/controller-infra
 */
export function createStorageController(
  name: string,
  args: ControllerArgs,
  options: pulumi.CustomResourceOptions = {},
): apps.v1.Deployment {
  const { config, platform } = args;
  const features = {
    expansion: storageClasses(args).some(({ expansion }) => expansion),
    snapshots: config.storage.snapshots,
  };
  return createInfraController(
    name,
    {
      ...args,
      former: 'user-cluster:StorageController',
      names: { component, account, configMap: driverConfigMap },
      rights: storageRights(features),
      clusterRights: storageClusterRights(features),
      settings: renderDriverConfig(args),
      pod: renderControllerPod({ platform, configMap: driverConfigMap, features }),
    },
    options,
  );
}
