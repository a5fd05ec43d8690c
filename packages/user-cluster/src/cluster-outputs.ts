// SPDX-License-Identifier: Apache-2.0
import * as pulumi from '@pulumi/pulumi';
import { migrationContract } from '@strata/contracts';
import type { ExportedOutputs, userClusterOutputs } from '@strata/contracts';
import { machineCommands } from './access/index.ts';
import type { ClusterContext } from './cluster-context.ts';
import { controlPlaneMachine } from './control-plane/index.ts';
import { allMachines, machineMobility, uncoveredInterfaces } from './machines/index.ts';
import type { UserCluster } from './user-cluster.ts';

type Outputs = ExportedOutputs<typeof userClusterOutputs>;

/** What a user cluster promises to its users. */
export function clusterOutputs(userCluster: UserCluster, context: ClusterContext): Outputs {
  const { cluster, environment, namespace, config } = context;
  const { keys, endpoint, sshPort } = userCluster;
  return {
    ...{ cluster, environment, namespace, endpoint },
    kubernetes: config.kubernetes.version,
    machineGroups: machineGroups(context),
    access: sshPort.apply((port) => machineCommands(context, port)),
    joinTokenExpires: keys.token.expiration,
    kubeconfig: keys.adminKubeconfig,
    kubeconfigs: pulumi.secret(pulumi.all(keys.kubeconfigs)),
  };
}

/** The kinds of machines of a cluster, with the interfaces that they really have. */
export function machineGroups({
  config,
  infra: { hosts },
  platform,
}: Pick<ClusterContext, 'config' | 'infra' | 'platform'>) {
  return allMachines(config).map(({ group, role, replicas, persistentDisks, ...written }) => {
    const isControlPlane = role === 'control-plane';
    const machine = isControlPlane ? controlPlaneMachine(config.controlPlane) : written.machine;
    const { maxUnavailable } = written;
    const placed = { replicas, maxUnavailable, hosts };
    const facts = { role, network: config.network, platform, persistentDisks, ...placed };
    const { behaviour, reasons } = migrationContract(machineMobility(machine, facts));
    return {
      ...{ name: group, role, replicas },
      machines: Array.from({ length: replicas }, (_, index) => `${group}-${index}`),
      onDrain: { behaviour, reasons: [...reasons] },
      uncoveredInterfaces: uncoveredInterfaces(machine),
    };
  });
}
