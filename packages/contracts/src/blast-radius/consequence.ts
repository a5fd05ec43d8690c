// SPDX-License-Identifier: Apache-2.0

/** Every {@link ConsequenceKind}. */
export const consequenceKinds = [
  'nodes-roll',
  'nodes-added',
  'nodes-removed',
  'machines-restart',
  'address-changes',
  'data-deleted',
] as const;

/**
 * What happens to people because of a change.
 *
 * - `nodes-roll`: machines are replaced by new ones, each drained first.
 * - `nodes-added`, `nodes-removed`: there are more, or fewer.
 * - `machines-restart`: machines stop and start again, as the same ones.
 * - `address-changes`: an address that others know becomes another one, or nobody's.
 * - `data-deleted`: a volume, or all that a namespace or a kind has, is gone.
 */
export type ConsequenceKind = (typeof consequenceKinds)[number];

/** One thing that happens because a resource changes. */
export interface Consequence {
  readonly kind: ConsequenceKind;
  /** How many of what the kind counts: nodes, machines, addresses; volumes, namespaces, kinds. */
  readonly count: number;
  /** To what it happens, such as `pool "md-a"` or `DataVolume cluster-demo/cp-0-etcd`. */
  readonly subject: string;
  /** What is worth knowing besides, such as `1 at a time`. */
  readonly detail?: string;
  /** The environment: an infra cluster with everything on it. */
  readonly environment: string;
  /** Undefined: all of the environment's. */
  readonly cluster?: string;
  /** The resource whose change it is. */
  readonly urn: string;
}
