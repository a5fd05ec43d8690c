// SPDX-License-Identifier: Apache-2.0
import type { Problem } from '@strata/contracts';
import { hasVlan } from '@strata/contracts/fields';
import type { CheckContext } from '../checks/check-context.ts';
import type { MachineGroup } from './all-machines.ts';
import { fittingHosts, hasUnknownRules } from './fitting-hosts.ts';
import { hostsFor } from './machine-hosts.ts';

/** A network that is a VLAN of one of the hosts' bridges. */
interface BridgeNetwork {
  readonly name: string;
  readonly bridge: string;
  readonly vlan: number;
}

function bridgeNetworks({ config, platform }: CheckContext): BridgeNetwork[] {
  return [...platform.networks, ...(config.network?.vlans ?? [])].flatMap(
    ({ bridge, name, vlan }) =>
      bridge === undefined || vlan === undefined ? [] : [{ name, bridge, vlan }],
  );
}

/**
 * Reports VLANs that only some of the hosts carry on which a group of VMs may run. The scheduler knows
 * bridges by their names alone, and on a host that has the bridge without the VLAN a VM would reach nobody.
 * Where a selector names labels that nobody has told infra, or infra does not say which hosts have a
 * bridge, nothing is judged. VLANs that no host carries are reported where they are chosen.
 *
 * @see https://github.com/kubevirt/bridge-marker/blob/main/pkg/marker/marker.go
 */
export function checkHostVlans(group: MachineGroup, context: CheckContext): Problem[] {
  const { machine, path, title } = group;
  if (hasUnknownRules(machine.scheduling)) return [];
  const { bridges = [] } = context.infra;
  const hosts = fittingHosts(machine.scheduling, hostsFor(machine, context));
  const networks = bridgeNetworks(context);
  return machine.interfaces.flatMap(({ network: asked }, index) => {
    const network = networks.find(({ name }) => name === asked);
    if (network === undefined) return [];
    const { bridge, vlan } = network;
    const own = bridges.filter(({ name }) => name === bridge);
    if (!own.some(({ vlans }) => hasVlan(vlans, vlan))) return [];
    const lacking = hosts.filter(({ name }) =>
      own.some(({ hosts: on, vlans }) => on?.includes(name) === true && !hasVlan(vlans, vlan)),
    );
    if (lacking.length === 0) return [];
    const names = lacking.map(({ name }) => `"${name}"`).join(', ');
    const message =
      `${title} may run on ${names}, which ${lacking.length === 1 ? 'has' : 'have'} the bridge "${bridge}" without VLAN ${vlan}, and would reach nobody there; ` +
      'keep it to other hosts with scheduling, add the VLAN there in infra:bridges, or give the bridge of those hosts another name';
    return [{ path: [...path, 'interfaces', index, 'network'], message }];
  });
}
