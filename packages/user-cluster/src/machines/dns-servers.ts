// SPDX-License-Identifier: Apache-2.0
import type { ClusterNetworkConfig, KubevirtStackOutputs, MachineConfig } from '@strata/contracts';

/** What says which servers machines ask. */
export interface DnsContext {
  readonly config: { readonly network: Pick<ClusterNetworkConfig, 'dns'> };
  readonly platform: Pick<KubevirtStackOutputs, 'clusterNetwork'>;
}

/** How many servers a pod, and so a machine, may have. @see https://kubernetes.io/docs/concepts/services-networking/dns-pod-service/#pod-dns-config */
export const mostDnsServers = 3;

/** The DNS servers of machines that name none: those of the cluster's configuration, or the infra cluster's. */
export function dnsServers({ config, platform }: DnsContext): readonly string[] {
  return config.network.dns.servers ?? platform.clusterNetwork.dnsServers.slice(0, mostDnsServers);
}

/** The part of a machine that says which servers it asks. */
export type MachineDns = Pick<MachineConfig, 'dnsConfig' | 'dnsPolicy'>;

/** The DNS servers of one kind of machines, for the walls around them. */
export function machineDnsServers(
  { dnsConfig, dnsPolicy }: MachineDns,
  context: DnsContext,
): readonly string[] {
  const own = dnsConfig?.nameservers;
  return dnsPolicy === 'ClusterFirst'
    ? [...context.platform.clusterNetwork.dnsServers, ...(own ?? [])]
    : (own ?? dnsServers(context));
}
