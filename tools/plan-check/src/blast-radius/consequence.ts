// SPDX-License-Identifier: Apache-2.0

/** Every {@link ConsequenceKind}. */
export const consequenceKinds = [
  'nodes-roll',
  'nodes-added',
  'nodes-removed',
  'machines-restart',
  'address-changes',
  'data-deleted',
  'rights-change',
] as const;

/**
 * Kind of consequence that a change has for people.
 *
 * - `nodes-roll`: nodes are replaced by new ones, each drained first.
 * - `nodes-added`, `nodes-removed`: there are more, or fewer.
 * - `machines-restart`: VMs stop and start again, as the same VMs.
 * - `address-changes`: an address that others use changes or is released.
 * - `data-deleted`: a volume, or the contents of a namespace or a kind, is deleted.
 * - `rights-change`: a group of people or a person gains or loses a role in a user cluster.
 */
export type ConsequenceKind = (typeof consequenceKinds)[number];

/** A consequence of one changed resource. */
export interface Consequence {
  readonly kind: ConsequenceKind;
  /** Number of what the kind counts: nodes, VMs, addresses; volumes, namespaces, kinds; roles. */
  readonly count: number;
  /** Affected object, such as `pool "md-a"` or `DataVolume cluster-demo/cp-0-etcd`. */
  readonly subject: string;
  /** Further information, such as `1 at a time`. */
  readonly detail?: string;
  /** The environment: an infra cluster with everything on it. */
  readonly environment: string;
  /** Undefined if it concerns the whole environment. */
  readonly cluster?: string;
  /** The resource that changes. */
  readonly urn: string;
}

/** A consequence without the properties that come from its resource. */
export type Effected = Pick<Consequence, 'kind' | 'count' | 'subject' | 'detail'>;
