// SPDX-License-Identifier: Apache-2.0
import { launcherMove, migrationContract } from '@strata/contracts';
import type { ClusterContext } from './cluster-context.ts';
import { controlPlaneMachine } from './control-plane/peer-network.ts';
import { allMachines } from './machines/all-machines.ts';
import { machineMobility } from './machines/machine-mobility.ts';
import { uncoveredInterfaces } from './machines/uncovered-interfaces.ts';

type Facts = Pick<ClusterContext, 'config' | 'etcdDisks' | 'infra' | 'platform'>;

/** Returns the groups of VMs of a cluster, with what decides about their moves. */
function mobileGroups({ config, etcdDisks, infra: { hosts }, platform }: Facts) {
  return allMachines(config, etcdDisks).map(
    ({ group, role, replicas, persistentDisks, ...written }) => {
      const isControlPlane = role === 'control-plane';
      const machine = isControlPlane ? controlPlaneMachine(config.controlPlane) : written.machine;
      const { maxUnavailable } = written;
      const placed = { replicas, maxUnavailable, hosts };
      const facts = { role, network: config.network, platform, persistentDisks, ...placed };
      return { group, role, replicas, machine, mobility: machineMobility(machine, facts) };
    },
  );
}

type MobileGroup = ReturnType<typeof mobileGroups>[number];

/** Returns a group of VMs, with all interfaces that they have. */
function described({ group, machine, mobility, replicas, role }: MobileGroup) {
  const { behaviour, reasons } = migrationContract(mobility);
  return {
    name: group,
    role,
    replicas,
    machines: Array.from({ length: replicas }, (_, index) => `${group}-${index}`),
    onDrain: { behaviour, reasons: [...reasons] },
    /** Disks that other hosts, or those of another zone, cannot reach. */
    localDisks: [
      ...new Set(
        mobility.disks.filter(({ localClass }) => localClass !== undefined).map(({ name }) => name),
      ),
    ],
    uncoveredInterfaces: uncoveredInterfaces(machine),
  };
}

/** Returns the groups of VMs of a cluster. */
export const machineGroups = (facts: Facts) => mobileGroups(facts).map(described);

/** Returns the groups of VMs of a cluster, and how each comes to the launcher of a new KubeVirt. */
export const updatedGroups = (facts: Facts) =>
  mobileGroups(facts).map((group) => ({
    ...described(group),
    onUpdate: launcherMove(group.mobility),
  }));
