// SPDX-License-Identifier: Apache-2.0
import * as pulumi from '@pulumi/pulumi';
import type { ExportedOutputs, userClusterOutputs } from '@strata/contracts';
import { machineCommands } from './access/index.ts';
import type { ClusterContext } from './cluster-context.ts';
import { machineGroups } from './machine-groups.ts';
import type { UserCluster } from './user-cluster.ts';

/** No other stack reads the output `backup`; people need it to restore a cluster. */
type Outputs = ExportedOutputs<typeof userClusterOutputs> & Partial<Pick<UserCluster, 'backup'>>;

/** Returns the outputs of a user cluster's stack. */
export function clusterOutputs(userCluster: UserCluster, context: ClusterContext): Outputs {
  const { cluster, environment, namespace, config } = context;
  const { backup, keys, endpoint, sshPort } = userCluster;
  return {
    cluster,
    environment,
    namespace,
    endpoint,
    kubernetes: config.kubernetes.version,
    machineGroups: machineGroups(context),
    access: sshPort.apply((port) => machineCommands(context, port)),
    joinTokenExpires: keys.token.expiration,
    kubeconfig: keys.adminKubeconfig,
    kubeconfigs: pulumi.secret(pulumi.all(keys.kubeconfigs)),
    ...(backup !== undefined && { backup }),
  };
}
