// SPDX-License-Identifier: Apache-2.0
import { vlanRefusals } from '@strata/contracts';
import type { Problem, VlanConfig } from '@strata/contracts';
import type { Check, CheckContext } from '../checks/check-context.ts';
import { dnsServers, mostDnsServers } from './dns-servers.ts';
import { unusableReason } from './unusable-dns.ts';

/** Whoever says which servers, they must be reachable from machines of every user cluster. */
function checkDns(context: CheckContext): Problem[] {
  const { network } = context.config;
  if (network === undefined) return [];
  const servers = dnsServers({ config: { network }, platform: context.platform });
  const own = network.dns.servers !== undefined;
  const base = ['network', 'dns', 'servers'];
  if (servers.length === 0) {
    return [
      {
        path: base,
        message: own
          ? 'machines without a DNS server find nothing; name one'
          : 'missing; the platform does not know the DNS servers of the infra cluster, so name those of the machines',
      },
    ];
  }
  const tooMany =
    servers.length > mostDnsServers
      ? [
          {
            path: base,
            message: `a machine can have ${mostDnsServers} DNS servers, not ${servers.length}`,
          },
        ]
      : [];
  return [
    ...tooMany,
    ...servers.flatMap((server, index) => {
      const reason = unusableReason(server, context);
      if (reason === undefined) return [];
      const message = own
        ? `${server} ${reason}; name a routable server`
        : `the infra cluster's DNS server ${server} ${reason}; name a routable one here`;
      return [{ path: own ? [...base, index] : base, message }];
    }),
  ];
}

/** @param others - the VLANs before it. */
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

/** What all machines of a cluster share of their network. */
export const checkNetwork: Check = (context) => [
  ...checkDns(context),
  ...(context.config.network?.vlans ?? []).flatMap((vlan, index, all) =>
    checkVlan(vlan, all.slice(0, index), context),
  ),
];
