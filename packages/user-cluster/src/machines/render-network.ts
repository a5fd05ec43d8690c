// SPDX-License-Identifier: Apache-2.0
import type {
  V1Interface,
  V1Network,
  V1VirtualMachineInstanceSpec,
} from '@kubevirt-ui-ext/kubevirt-api/kubevirt';
import type { ClusterRole } from '@strata/contracts';
import type { ClusterNetworkConfig, InterfaceConfig } from '../config/index.ts';
import { machineDnsServers } from './dns-servers.ts';
import type { MachineDns } from './dns-servers.ts';
import type { MachineArgs, MachineContext } from './machine-args.ts';

/**
 * Interface in the pod network. The cloud controller takes a node's address from the interface of this
 * name.
 */
export const podInterface = 'default';

/**
 * Returns how a VM is attached to the pod network. Control planes are reached only through a Service.
 */
export function podBinding(
  role: ClusterRole,
  { binding }: Pick<ClusterNetworkConfig, 'binding'>,
): ClusterNetworkConfig['binding'] {
  return role === 'control-plane' ? 'masquerade' : binding;
}

/** Returns the name of an interface. */
export function interfaceName({ name, network }: InterfaceConfig): string {
  return name ?? network;
}

/** A network that a VM can have a further interface in. */
export interface KnownNetwork {
  readonly name: string;
  readonly type: 'vlan' | 'bridge' | 'sriov';
  readonly attachTo: string;
}

/** Returns the platform's networks and the cluster's own. */
function knownNetworks({ namespace, config, platform }: MachineContext): KnownNetwork[] {
  return [
    ...platform.networks,
    ...config.network.vlans.map(({ name }) => ({
      name,
      type: 'vlan' as const,
      attachTo: `${namespace}/${name}`,
    })),
  ];
}

function renderInterface(config: InterfaceConfig, type: KnownNetwork['type']): V1Interface {
  const { mac, model } = config;
  return {
    name: interfaceName(config),
    ...(type === 'sriov' ? { sriov: {} } : { bridge: {} }),
    ...(mac !== undefined && { macAddress: mac.toLowerCase() }),
    ...(model !== undefined && { model }),
  };
}

/** Renders the network interfaces of a VM and the networks that they are attached to. */
export function renderInterfaces(args: MachineArgs): {
  readonly interfaces: V1Interface[];
  readonly networks: V1Network[];
} {
  const { role, machine, config } = args;
  const known = new Map(knownNetworks(args).map((network) => [network.name, network]));
  const further = machine.interfaces.map((one) => ({ one, network: known.get(one.network) }));
  return {
    interfaces: [
      { name: podInterface, [podBinding(role, config.network)]: {} },
      ...further.map(({ one, network }) => renderInterface(one, network?.type ?? 'bridge')),
    ],
    networks: [
      { name: podInterface, pod: {} },
      ...further.map(({ one, network }) => ({
        name: interfaceName(one),
        multus: { networkName: network?.attachTo ?? one.network },
      })),
    ],
  };
}

/**
 * Explicit servers, so that a machine never has those of its pod unless it asks for them: a
 * node-local cache of the infra cluster has the address of the one in the user cluster, which then
 * would ask itself.
 *
 * @see https://github.com/gardener-attic/gardener-extension-provider-kubevirt/issues/50
 */
export function renderDns(
  args: MachineContext & { readonly machine: MachineDns },
): Pick<V1VirtualMachineInstanceSpec, 'dnsPolicy' | 'dnsConfig'> {
  const { dnsConfig = {}, dnsPolicy } = args.machine;
  if (dnsPolicy === 'ClusterFirst') {
    const said = renderDnsConfig(dnsConfig);
    return { dnsPolicy, ...(Object.keys(said).length > 0 && { dnsConfig: said }) };
  }
  const { searches, ndots } = args.config.network.dns;
  const options = dnsConfig.options ?? [];
  const all = options.some(({ name }) => name === 'ndots')
    ? options
    : [{ name: 'ndots', value: `${ndots}` }, ...options];
  const nameservers = [...machineDnsServers(args.machine, args)];
  return {
    dnsPolicy: 'None',
    dnsConfig: renderDnsConfig({ searches, ...dnsConfig, nameservers, options: all }),
  };
}

/** Without lists that say nothing; servers are there in any case where they are said. */
function renderDnsConfig({
  nameservers,
  options = [],
  searches = [],
}: NonNullable<MachineDns['dnsConfig']>): NonNullable<V1VirtualMachineInstanceSpec['dnsConfig']> {
  return {
    ...(nameservers !== undefined && { nameservers: [...nameservers] }),
    ...(searches.length > 0 && { searches: [...searches] }),
    ...(options.length > 0 && {
      options: options.map(({ name, value }) => ({ name, ...(value !== undefined && { value }) })),
    }),
  };
}
