// SPDX-License-Identifier: Apache-2.0
import { changesOfKinds } from './changes-of-kinds.ts';
import type { CleanOptions, Draft } from './draft.ts';
import { groupKind } from './manifest.ts';
import type { Manifest } from './manifest.ts';

/** An object without what another cluster must not have. */
export interface CleanManifest {
  readonly manifest: Manifest;
  /** Remarks about changes that people should know of. */
  readonly remarks: readonly string[];
}

/** Annotations by which controllers remember what they have done in one cluster. */
const ofControllers = [
  'deployment.kubernetes.io/revision',
  'deprecated.daemonset.template.generation',
  'endpoints.kubernetes.io/last-change-trigger-time',
  'control-plane.alpha.kubernetes.io/leader',
  'pv.kubernetes.io/bind-completed',
  'pv.kubernetes.io/bound-by-controller',
  'volume.kubernetes.io/selected-node',
  'volume.kubernetes.io/storage-provisioner',
  'volume.beta.kubernetes.io/storage-provisioner',
  'kubernetes.io/service-account.uid',
];

/** Labels by which a controller knows an object by its former uid. */
const byUid = ['controller-uid', 'batch.kubernetes.io/controller-uid'];

function without(
  all: Readonly<Record<string, string>> | undefined,
  names: readonly string[],
): Record<string, string> | undefined {
  const kept = Object.entries(all ?? {}).filter(([name]) => !names.includes(name));
  return kept.length === 0 ? undefined : Object.fromEntries(kept);
}

/**
 * Returns an object as it can be made in a cluster: without status, uid, finalizers, owners and everything
 * else that servers and controllers set themselves. Owners are left out because an object whose owner's uid
 * does not exist is deleted by the garbage collector.
 *
 * @see https://kubernetes.io/docs/concepts/architecture/garbage-collection/#owners-dependents
 */
export function cleanManifest(
  { metadata, ...fields }: Manifest,
  options: CleanOptions,
): CleanManifest {
  const { name, namespace } = metadata;
  const labels = without(metadata.labels, byUid);
  const annotations = without(metadata.annotations, ofControllers);
  const draft: Draft = structuredClone({
    ...fields,
    metadata: {
      name,
      ...(namespace !== undefined && { namespace }),
      ...(labels !== undefined && { labels }),
      ...(annotations !== undefined && { annotations }),
    },
  });
  delete draft.status;
  const change = changesOfKinds[groupKind(draft)];
  const remarks = change?.(draft, options, metadata) ?? [];
  return { manifest: draft, remarks };
}
