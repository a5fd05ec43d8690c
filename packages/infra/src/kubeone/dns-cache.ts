// SPDX-License-Identifier: Apache-2.0
import type { KubeoneConfig } from '../config/index.ts';

/** Way in which pods reach the DNS cache of their node. */
export type DnsCacheMode = 'address' | 'redirect' | 'none';

/** The DNS cache on every node. */
export interface DnsCache {
  /**
   * `address`: kubelets write the address of the cache into the resolv.conf of every pod. Guests
   * that take their DNS server from the pod use it too, so they must not run a cache at the same
   * address. `redirect`: Cilium redirects requests for the cluster's DNS to the cache, and no pod
   * sees its address. `none`: there is no cache.
   */
  readonly mode: DnsCacheMode;
  /** Address of the cache, the same on every node; only with the mode `address`. */
  readonly address?: string;
}

/** KubeOne's address for the cache. @see https://github.com/kubermatic/kubeone/blob/v1.14.2/pkg/templates/resources/resources.go */
const cacheAddress = '169.254.20.10';

/**
 * Returns how pods reach the DNS cache. Without kube-proxy no packets reach the cache at its usual
 * address, so Cilium must redirect them.
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
