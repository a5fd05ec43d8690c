// SPDX-License-Identifier: Apache-2.0
import * as pulumi from '@pulumi/pulumi';
import { resourceTypes } from '../resource-types.ts';

export interface TenantCleanupArgs {
  /** Of an administrator of the user cluster; kept as a secret. */
  readonly kubeconfig: pulumi.Input<string>;
  /** What becomes of persistent volumes: deleted with their data, or left as they are. */
  readonly volumes: pulumi.Input<'delete' | 'retain'>;
  /** What to do when the user cluster does not answer for 30 seconds. @default 'fail' */
  readonly whenUnreachable?: pulumi.Input<'fail' | 'skip'>;
  /** @default 600 */
  readonly timeoutSeconds?: pulumi.Input<number>;
}

/**
 * Takes away, when it is deleted, what a user cluster made in the infra cluster; until then it does
 * nothing. Make it depend on all that this needs: the machines, the API, and the cloud and storage
 * controllers. Then a destroy begins with it.
 *
 * - Services of type LoadBalancer are deleted, so that the cloud controller gives back their
 *   addresses.
 * - With `volumes: 'delete'`, claims and snapshots of the driver `csi.kubevirt.io` are deleted, and
 *   the pods that mount them, with the Deployments, StatefulSets, DaemonSets and Jobs that would make
 *   these anew. Volumes and snapshots whose policy is Retain are kept.
 *
 * It is done when all of these are gone, so nothing is left behind in the infra cluster.
 */
export class TenantCleanup extends pulumi.CustomResource {
  constructor(name: string, args: TenantCleanupArgs, options?: pulumi.CustomResourceOptions) {
    const inputs = { ...args, kubeconfig: pulumi.secret(args.kubeconfig) };
    super(resourceTypes.tenantCleanup, name, inputs, options);
  }
}
