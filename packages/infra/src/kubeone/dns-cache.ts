// SPDX-License-Identifier: Apache-2.0
import type { KubeoneConfig } from '@strata/contracts';

/** How pods reach the DNS cache of their node. */
export type DnsCacheMode = 'address' | 'redirect' | 'none';

/** The DNS cache on every node. */
export interface DnsCache {
  /**
   * `address`: kubelets name the cache in every pod's resolv.conf, so guests that take their DNS
   * from the pod get it too, and must not run a cache at the same address. `redirect`: Cilium leads
   * what goes to the cluster's DNS to the cache, and nobody sees its address.
   */
  readonly mode: DnsCacheMode;
  /** Of the cache, on every node. */
  readonly address?: string;
}

/** @see https://github.com/kubermatic/kubeone/blob/v1.14.2/pkg/templates/resources/resources.go */
const cacheAddress = '169.254.20.10';

/**
 * Without kube-proxy nothing leads packets to the usual cache, so Cilium has to.
 *
 * @see https://github.com/kubermatic/kubeone/blob/v1.14.2/pkg/addons/ensure.go
 */
export function dnsCacheOf({
  features,
  network,
}: Pick<KubeoneConfig, 'features' | 'network'>): DnsCache {
  if (!features.nodeLocalDns) return { mode: 'none' };
  return network.cni.name === 'cilium' && network.cni.kubeProxyReplacement
    ? { mode: 'redirect' }
    : { mode: 'address', address: cacheAddress };
}
