// SPDX-License-Identifier: Apache-2.0
import type { UserClusterConfig } from '@strata/contracts';

/** Resource options that keep data. */
export interface Protection {
  /**
   * For the one resource by which a cluster stands and falls, its namespace: a destroy is refused as
   * a whole before anything happens, so one is enough. A resource that has it cannot be replaced
   * either, which is why machines must not have it.
   */
  readonly cluster: { readonly protect: boolean };
  /**
   * For disks with data, such as etcd's: protected like the cluster; and with `volumes: retain`
   * Pulumi only forgets them. Their namespace must then stay as well, or it takes them along.
   */
  readonly data: { readonly protect: boolean; readonly retainOnDelete: boolean };
  /** For the namespace, besides `cluster`: it stays when something in it does. */
  readonly namespace: { readonly protect: boolean; readonly retainOnDelete: boolean };
}

/**
 * How much a cluster is protected, from its configuration.
 *
 * @see https://www.pulumi.com/docs/iac/concepts/options/retainondelete/
 */
export function protection({ deletion }: Pick<UserClusterConfig, 'deletion'>): Protection {
  const { protect, volumes } = deletion;
  const keeping = { protect, retainOnDelete: volumes === 'retain' };
  return { cluster: { protect }, data: keeping, namespace: keeping };
}
