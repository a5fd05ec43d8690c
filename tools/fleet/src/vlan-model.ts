// SPDX-License-Identifier: Apache-2.0
import type { Source } from './fact-source.ts';

/** Group of machines by its name, `cp` or that of a pool. */
export interface GroupName {
  readonly cluster: string;
  readonly name: string;
}

/** Network with a VLAN. */
export interface VlanUse {
  readonly vlan: number;
  /** Bridge of the hosts; undefined for networks on cards. */
  readonly bridge?: string;
  readonly network: string;
  /** User cluster whose own network it is; undefined for a network of the platform. */
  readonly cluster?: string;
  /** Groups of machines with an interface in the network. */
  readonly groups: readonly GroupName[];
  /** User clusters whose members of etcd reach each other in the network. */
  readonly etcdOf: readonly string[];
  /** Whether live migrations take place in the network. */
  readonly carriesMigrations: boolean;
  readonly source: Source;
}

/** VLANs that a file allows on a bridge. */
export interface VlanRange {
  readonly by: 'hosts' | 'platform' | 'plan';
  readonly bridge: string;
  readonly ranges: readonly { readonly first: number; readonly last: number }[];
  /** Only user cluster that may have them. */
  readonly boundTo?: string;
  readonly source: Source;
}

/** VLANs of an environment: what has them, and what allows them. */
export interface VlanFacts {
  readonly uses: readonly VlanUse[];
  readonly allowed: readonly VlanRange[];
}
