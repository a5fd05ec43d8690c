// SPDX-License-Identifier: Apache-2.0
import type { KubevirtStackOutputs } from '@strata/contracts';
import type { ClusterNetworkConfig, MachineConfig } from '../config/index.ts';

/** Configuration that decides which DNS servers machines use. */
export interface DnsContext {
  readonly config: { readonly network: Pick<ClusterNetworkConfig, 'dns'> };
  readonly platform: Pick<KubevirtStackOutputs, 'clusterNetwork'>;
}

/** How many servers a pod, and so a machine, may have. @see https://kubernetes.io/docs/concepts/services-networking/dns-pod-service/#pod-dns-config */
export const mostDnsServers = 3;

/** The part of a machine that says which servers it asks. */
export type MachineDns = Pick<MachineConfig, 'dnsConfig' | 'dnsPolicy'>;

/** Whether machines ask whom the cluster's configuration names for all. */
export function asksClusterServers({ dnsConfig, dnsPolicy }: MachineDns): boolean {
  return dnsPolicy === undefined && dnsConfig?.nameservers === undefined;
}

/**
 * The DNS servers of one kind of machines, for the walls around them. Those of the infra cluster are
 * never among them by themselves: they know the names of all clusters' Services.
 */
export function machineDnsServers(
  { dnsConfig, dnsPolicy }: MachineDns,
  context: DnsContext,
): readonly string[] {
  const own = dnsConfig?.nameservers;
  return dnsPolicy === 'ClusterFirst'
    ? [...context.platform.clusterNetwork.dnsServers, ...(own ?? [])]
    : (own ?? context.config.network.dns.servers ?? []);
}
