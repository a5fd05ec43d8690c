// SPDX-License-Identifier: Apache-2.0
import { migrationContract } from '@strata/contracts';
import type { ClusterContext } from './cluster-context.ts';
import { controlPlaneMachine } from './control-plane/peer-network.ts';
import { allMachines } from './machines/all-machines.ts';
import { machineMobility } from './machines/machine-mobility.ts';
import { uncoveredInterfaces } from './machines/uncovered-interfaces.ts';

/** Returns the groups of VMs of a cluster, with all interfaces that they have. */
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
    const mobility = machineMobility(machine, facts);
    const { behaviour, reasons } = migrationContract(mobility);
    return {
      name: group,
      role,
      replicas,
      machines: Array.from({ length: replicas }, (_, index) => `${group}-${index}`),
      onDrain: { behaviour, reasons: [...reasons] },
      /** Disks that other hosts, or those of another zone, cannot reach. */
      localDisks: mobility.disks
        .filter(({ localClass }) => localClass !== undefined)
        .map((disk) => disk.name),
      uncoveredInterfaces: uncoveredInterfaces(machine),
    };
  });
}
