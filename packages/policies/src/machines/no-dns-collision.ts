// SPDX-License-Identifier: Apache-2.0
import {
  at,
  isUnknown,
  machineKinds,
  machineOf,
  podInterfaces,
  textsOf,
  titleOf,
} from '../resource/index.ts';
import type { Json, Subject } from '../resource/index.ts';
import type { ResourceRule } from '../rule/index.ts';

/** Settings of this rule in an environment. */
export interface DnsSettings {
  readonly nodeLocalAddress: string;
}

/** Reports the cache of the host among the servers that a machine names. */
function cacheProblems(
  title: string,
  servers: Json | undefined,
  nodeLocalAddress: string,
): readonly string[] {
  return textsOf(servers).includes(nodeLocalAddress)
    ? [
        `${title}: DNS server ${nodeLocalAddress} is the address of the NodeLocal DNS cache, both on its host and in the user cluster; ` +
          'name one that the pod network reaches.',
      ]
    : [];
}

function checkDns(subject: Subject, { nodeLocalAddress }: DnsSettings): readonly string[] {
  const machine = machineOf(subject);
  // Without a pod network KubeVirt answers no DHCP, so the guest does not get the pod's DNS
  // servers.
  if (podInterfaces(machine).length === 0) return [];
  const { dnsPolicy } = machine.spec;
  const servers = at(machine.spec, 'dnsConfig', 'nameservers');
  const title = titleOf(subject);
  const isNone = isUnknown(dnsPolicy) || dnsPolicy === 'None';
  // With `ClusterFirst` the program of user clusters decides: infra says whether hosts have a cache.
  if (!isNone && dnsPolicy !== 'ClusterFirst') {
    return [
      `${title}: dnsPolicy is ${typeof dnsPolicy === 'string' ? dnsPolicy : 'not set'}, so it gets the DNS servers of ` +
        `pods on its host, and where hosts have a NodeLocal DNS cache that is ${nodeLocalAddress}, the address of a cache of its own in the user cluster; set dnsPolicy None and dnsConfig.nameservers.`,
    ];
  }
  if (isUnknown(servers)) return [];
  if (isNone && textsOf(servers).length === 0) {
    return [
      `${title}: dnsPolicy None without dnsConfig.nameservers leaves it without DNS; add them.`,
    ];
  }
  return cacheProblems(title, servers, nodeLocalAddress);
}

/**
 * Rejects the host's NodeLocal DNS cache as a VM's DNS server: the user cluster's own cache has the
 * same address and would forward to itself.
 */
export const noDnsCollision: ResourceRule<DnsSettings> = {
  name: 'no-dns-collision',
  area: 'machines',
  refuses:
    "A machine whose DNS server is its host's NodeLocal DNS cache, or that has no DNS server.",
  why: 'Its own cluster has a cache at the same address, which would then forward queries to itself: they loop or get no answer.',
  source: 'https://kubernetes.io/docs/tasks/administer-cluster/nodelocaldns/',
  level: 'mandatory',
  settings: {
    nodeLocalAddress: {
      what: 'address of the NodeLocal DNS cache',
      default: '169.254.20.10',
      schema: { type: 'string' },
    },
  },
  kinds: machineKinds,
  check: checkDns,
};
