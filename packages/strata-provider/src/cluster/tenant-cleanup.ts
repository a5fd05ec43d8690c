// SPDX-License-Identifier: Apache-2.0
import * as pulumi from '@pulumi/pulumi';
import { resourceTypes } from '../resource-types.ts';

export interface TenantCleanupArgs {
  /** Kubeconfig of an administrator of the user cluster; kept as a secret. */
  readonly kubeconfig: pulumi.Input<string>;
  /** Whether persistent volumes are deleted with their data or kept. */
  readonly volumes: pulumi.Input<'delete' | 'retain'>;
  /** Action when the user cluster does not answer for 30 seconds. @default 'fail' */
  readonly whenUnreachable?: pulumi.Input<'fail' | 'skip'>;
  /** Time limit of the cleanup. @default 600 */
  readonly timeoutSeconds?: pulumi.Input<number>;
}

/**
 * Clean-up of a user cluster: the deletion of this resource deletes what the user cluster has created
 * in the infra cluster; until then it does nothing. It must depend on everything that the clean-up
 * needs: the machines, the API, and the cloud and storage controllers. Then a destroy begins with it.
 *
 * - Services of type LoadBalancer are deleted, so that the cloud controller gives back their
 *   addresses.
 * - With `volumes: 'delete'`, claims and snapshots of the driver `csi.kubevirt.io` are deleted, with
 *   the pods that mount them and the Deployments, StatefulSets, DaemonSets and Jobs that would create
 *   these pods again. Volumes and snapshots with the policy Retain are left to the deletion of the
 *   namespace that has their disks.
 *
 * The deletion ends when all of these are gone, so that nothing is left in the infra cluster.
 */
export class TenantCleanup extends pulumi.CustomResource {
  constructor(name: string, args: TenantCleanupArgs, options?: pulumi.CustomResourceOptions) {
    const inputs = { ...args, kubeconfig: pulumi.secret(args.kubeconfig) };
    super(resourceTypes.tenantCleanup, name, inputs, options);
  }
}
