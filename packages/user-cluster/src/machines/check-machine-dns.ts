// SPDX-License-Identifier: Apache-2.0
import type { Problem } from '@strata/contracts';
import type { CheckContext } from '../checks/check-context.ts';
import type { MachineGroup } from './all-machines.ts';
import { mostDnsServers } from './dns-servers.ts';
import { unusableReason } from './unusable-dns.ts';

/** With this policy nothing but the configuration names servers. */
function checkNone({ path, title, machine }: MachineGroup): Problem[] {
  const { dnsConfig, dnsPolicy } = machine;
  const isSilent = (dnsConfig?.nameservers ?? []).length === 0;
  if (!isSilent || (dnsPolicy !== 'None' && dnsConfig?.nameservers === undefined)) return [];
  return [
    {
      path: [...path, 'dnsConfig', 'nameservers'],
      message: `${dnsConfig?.nameservers === undefined ? 'missing' : 'is empty'}; machines of ${title} with the dnsPolicy None ask nobody else; name a server, or leave dnsPolicy and nameservers out for those of network.dns`,
    },
  ];
}

/**
 * Reports the policy `ClusterFirst` where hosts have a DNS cache. Pods of the infra cluster send
 * their queries to the address of that cache, but inside a machine this address is the machine
 * itself.
 */
function checkClusterFirst({ path, machine }: MachineGroup, { infra }: CheckContext): Problem[] {
  const { dnsCache } = infra;
  if (machine.dnsPolicy !== 'ClusterFirst' || dnsCache?.mode !== 'address') return [];
  return [
    {
      path: [...path, 'dnsPolicy'],
      message:
        `pods of the infra cluster ask the cache of their host (${dnsCache.address ?? 'node-local'}), and a machine would ask itself instead; ` +
        'leave it out, or turn off infra:kubeone.features.nodeLocalDns',
    },
  ];
}

function checkServers({ path, machine }: MachineGroup, context: CheckContext): Problem[] {
  const servers = machine.dnsConfig?.nameservers ?? [];
  const at = [...path, 'dnsConfig', 'nameservers'];
  const tooMany =
    servers.length > mostDnsServers
      ? [
          {
            path: at,
            message: `a machine can have ${mostDnsServers} DNS servers, not ${servers.length}`,
          },
        ]
      : [];
  const unusable = servers.flatMap((server, index) => {
    const reason = unusableReason(server, context);
    return reason === undefined
      ? []
      : [{ path: [...at, index], message: `${server} ${reason}; name a routable server` }];
  });
  return [...tooMany, ...unusable];
}

/** Whether machines that say themselves whom they ask for names can ask anybody. */
export function checkMachineDns(group: MachineGroup, context: CheckContext): Problem[] {
  return [
    ...checkNone(group),
    ...checkClusterFirst(group, context),
    ...checkServers(group, context),
  ];
}
