// SPDX-License-Identifier: Apache-2.0
import type { UserClusterConfig } from '../config/index.ts';

/** Resource options that keep data. */
export interface Protection {
  /**
   * For the keys, which a cluster cannot exist without, and for the clean-up, whose deletion deletes
   * volumes: a destroy is refused as a whole before anything happens, if it includes one protected
   * resource. A protected resource cannot be replaced either, so VMs must not have it.
   */
  readonly cluster: { readonly protect: boolean };
  /**
   * For disks with data, such as etcd's, and for their namespace, whose deletion would delete them:
   * protected like the cluster; and with `volumes: retain` Pulumi only forgets them.
   */
  readonly data: { readonly protect: boolean; readonly retainOnDelete: boolean };
}

/**
 * Returns how much a cluster is protected, from its configuration.
 *
 * @see https://www.pulumi.com/docs/iac/concepts/options/retainondelete/
 */
export function protection({ deletion }: Pick<UserClusterConfig, 'deletion'>): Protection {
  const { protect, volumes } = deletion;
  return { cluster: { protect }, data: { protect, retainOnDelete: volumes === 'retain' } };
}
