// SPDX-License-Identifier: Apache-2.0
import type { FoundCluster } from '../objects/found-cluster.ts';

/** Effect of a restore on the objects of one kind. */
export interface KindDifference {
  readonly kind: string;
  /** The cluster has them, the backup does not: they are lost. */
  readonly lost: number;
  /** Both have them, and the cluster has written them since: they are as they were. */
  readonly reverted: number;
  /** The backup has them, the cluster does not: they come back. */
  readonly back: number;
}

type Compared = Pick<FoundCluster, 'keys'>;

/** Kinds that the cluster itself writes all the time, about others. */
const passing: ReadonlySet<string> = new Set([
  'events',
  'leases.coordination.k8s.io',
  'endpoints',
  'endpointslices.discovery.k8s.io',
]);

/**
 * Compares what a cluster has with what a backup of it has, by the number of objects of each kind. Kinds that the cluster
 * writes all the time are left out. An object that the API server of the trial has written itself has a later
 * revision than the cluster's own, and counts as the same.
 */
export function differences(live: Compared, backup: Compared): readonly KindDifference[] {
  const counts = new Map<string, { lost: number; reverted: number; back: number }>();
  const count = (kind: string, what: 'lost' | 'reverted' | 'back') => {
    if (passing.has(kind)) return;
    const one = counts.get(kind) ?? { lost: 0, reverted: 0, back: 0 };
    one[what] += 1;
    counts.set(kind, one);
  };
  for (const [key, { kind, revision, uid }] of live.keys) {
    const former = backup.keys.get(key);
    if (former === undefined) count(kind, 'lost');
    else if (former.uid !== uid || former.revision < revision) count(kind, 'reverted');
  }
  for (const [key, { kind }] of backup.keys) if (!live.keys.has(key)) count(kind, 'back');
  return [...counts]
    .map(([kind, one]) => ({ kind, ...one }))
    .sort((one, other) => one.kind.localeCompare(other.kind, 'en'));
}
