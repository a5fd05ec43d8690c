// SPDX-License-Identifier: Apache-2.0
import type { UserClusterConfig } from '@strata/contracts';

/** Resource options that keep data. */
export interface Protection {
  /**
   * For what a cluster stands and falls by, its keys: a destroy is refused as a whole before anything
   * happens, so one is enough. A resource that has it cannot be replaced either, which is why
   * machines must not have it.
   */
  readonly cluster: { readonly protect: boolean };
  /**
   * For disks with data, such as etcd's, and for their namespace, which would take them along:
   * protected like the cluster; and with `volumes: retain` Pulumi only forgets them.
   */
  readonly data: { readonly protect: boolean; readonly retainOnDelete: boolean };
}

/**
 * How much a cluster is protected, from its configuration.
 *
 * @see https://www.pulumi.com/docs/iac/concepts/options/retainondelete/
 */
export function protection({ deletion }: Pick<UserClusterConfig, 'deletion'>): Protection {
  const { protect, volumes } = deletion;
  return { cluster: { protect }, data: { protect, retainOnDelete: volumes === 'retain' } };
}
