// SPDX-License-Identifier: Apache-2.0
import type { ClusterNetworkConfig, KubevirtStackOutputs } from '@strata/contracts';

/** What says which servers machines ask. */
export interface DnsContext {
  readonly config: { readonly network: Pick<ClusterNetworkConfig, 'dns'> };
  readonly platform: Pick<KubevirtStackOutputs, 'clusterNetwork'>;
}

/** How many servers a pod, and so a machine, may have. @see https://kubernetes.io/docs/concepts/services-networking/dns-pod-service/#pod-dns-config */
export const mostDnsServers = 3;

/** The DNS servers of all machines of a cluster: those of its configuration, or the infra cluster's. */
export function dnsServers({ config, platform }: DnsContext): readonly string[] {
  return config.network.dns.servers ?? platform.clusterNetwork.dnsServers.slice(0, mostDnsServers);
}
