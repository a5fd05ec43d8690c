// SPDX-License-Identifier: Apache-2.0
import type { apps } from '@pulumi/kubernetes';
import type * as pulumi from '@pulumi/pulumi';
import { formerComponent } from '@strata/contracts';
import { createInfraController } from '../cloud/index.ts';
import type { ClusterContext, NamespaceContents } from '../cluster-context.ts';
import { renderDriverConfig } from './driver-config.ts';
import { renderControllerPod } from './render-controller-pod.ts';
import { storageClasses } from './storage-classes.ts';
import { storageClusterRights, storageRights } from './storage-rights.ts';

/** Arguments of {@link createStorageController}. */
export interface StorageControllerArgs extends ClusterContext {
  /** Of the user {@link tenantUsers.storageController}; a secret. */
  readonly tenantKubeconfig: pulumi.Input<string>;
  /** Its rights in the user cluster. @default [] */
  readonly needs?: readonly pulumi.Resource[];
  /** @default each by itself */
  readonly contents?: NamespaceContents;
}

const component = 'csi-controller';

/** What upstream calls its account, so that its documentation applies. */
const account = 'kubevirt-csi';

/** As upstream's manifests call it. */
export const driverConfigMap = 'driver-config';

/**
 * The half of the CSI driver that needs the infra cluster: it makes a DataVolume for each volume of
 * the user cluster and plugs it into the machine whose pods want it.
 *
 * Needs the API of the user cluster, and its rights there.
 *
 * @see https://github.com/kubevirt/csi-driver/tree/main/deploy/controller-infra
 */
export function createStorageController(
  name: string,
  args: StorageControllerArgs,
  options: pulumi.CustomResourceOptions = {},
): apps.v1.Deployment {
  const { environment, cluster, namespace, config, platform } = args;
  const features = {
    expansion: storageClasses(args).some(({ expansion }) => expansion),
    snapshots: config.storage.snapshots,
  };
  const child = `${name}-infra`;
  const around = formerComponent('user-cluster:StorageController', name, options.parent);
  return createInfraController(
    child,
    {
      environment,
      cluster,
      namespace,
      names: { component, account, configMap: driverConfigMap },
      tenantKubeconfig: args.tenantKubeconfig,
      ...(args.contents && { contents: args.contents }),
      ...(args.needs && { needs: args.needs }),
      rights: storageRights(features),
      clusterRights: storageClusterRights(features),
      settings: renderDriverConfig(args),
      pod: renderControllerPod({ platform, configMap: driverConfigMap, features }),
    },
    {
      ...options,
      aliases: [
        formerComponent('user-cluster:InfraController', child, options.parent),
        formerComponent('user-cluster:InfraController', child, around.parent),
      ],
    },
  );
}
