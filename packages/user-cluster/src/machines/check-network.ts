// SPDX-License-Identifier: Apache-2.0
import { vlanRefusals } from '@strata/contracts';
import type { Problem } from '@strata/contracts';
import type { Check, CheckContext } from '../checks/check-context.ts';
import type { VlanConfig } from '../config/index.ts';
import { allMachines } from './all-machines.ts';
import { asksClusterServers, mostDnsServers } from './dns-servers.ts';
import { unusableReason } from './unusable-dns.ts';

const atServers = ['network', 'dns', 'servers'];

/** Requires DNS servers to be named: no VM asks the infra cluster's servers by default. */
function missingServers({ config, platform }: CheckContext): Problem[] {
  if (!allMachines(config).some(({ machine }) => asksClusterServers(machine))) return [];
  const known = platform.clusterNetwork.dnsServers.slice(0, mostDnsServers).join(', ');
  const hint =
    known === ''
      ? ''
      : `; the infra cluster's (${known}) tells machines the names of all clusters' Services: naming it leaves machines that ask it as they are`;
  return [
    {
      path: atServers,
      message: `missing; name the servers that machines ask, here or for all clusters in kubevirt-stack:userClusterDefaults of the platform${hint}`,
    },
  ];
}

/**
 * Reports DNS servers that VMs cannot use: servers from any source must be reachable from the VMs of
 * every user cluster.
 */
function checkDns(context: CheckContext): Problem[] {
  const { network } = context.config;
  if (network === undefined) return [];
  const { servers } = network.dns;
  if (servers === undefined) return missingServers(context);
  if (servers.length === 0) {
    return [{ path: atServers, message: 'machines without a DNS server find nothing; name one' }];
  }
  const tooMany =
    servers.length > mostDnsServers
      ? [
          {
            path: atServers,
            message: `a machine can have ${mostDnsServers} DNS servers, not ${servers.length}`,
          },
        ]
      : [];
  return [
    ...tooMany,
    ...servers.flatMap((server, index) => {
      const reason = unusableReason(server, context);
      if (reason === undefined) return [];
      return [
        { path: [...atServers, index], message: `${server} ${reason}; name a routable server` },
      ];
    }),
  ];
}

/**
 * Returns the problems of one VLAN.
 *
 * @param others - the VLANs before it.
 */
function checkVlan(
  vlan: VlanConfig,
  others: readonly VlanConfig[],
  { infra, platform, cluster }: CheckContext,
): Problem[] {
  const { given, taken = platform.networks } = platform.tenantVlans ?? {};
  const at = (key: keyof VlanConfig, message: string) => ({
    path: ['network', 'vlans', others.length, key],
    message,
  });
  const namesake = platform.networks.find(({ name }) => name === vlan.name);
  const promises = { given, taken, open: platform.networks, bridges: infra.bridges ?? [] };
  const refusals: readonly string[] = Object.values(vlanRefusals(promises, cluster, vlan));
  return [
    ...(namesake === undefined
      ? []
      : [at('name', `the platform has a network "${vlan.name}" already; choose another name`)]),
    ...(others.some(({ name }) => name === vlan.name)
      ? [at('name', `there is another VLAN "${vlan.name}"; choose another name`)]
      : []),
    ...refusals.map((refusal) => at('vlan', refusal)),
    ...(others.some((other) => other.vlan === vlan.vlan && other.bridge === vlan.bridge)
      ? [
          at(
            'vlan',
            `there is another network with VLAN ${vlan.vlan} of "${vlan.bridge}"; remove one`,
          ),
        ]
      : []),
  ];
}

/** Returns the problems of the network that all VMs of a cluster share. */
export const checkNetwork: Check = (context) => [
  ...checkDns(context),
  ...(context.config.network?.vlans ?? []).flatMap((vlan, index, all) =>
    checkVlan(vlan, all.slice(0, index), context),
  ),
];
