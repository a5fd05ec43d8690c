// SPDX-License-Identifier: Apache-2.0
import { bytesOf } from './storage-size.ts';
import {
  driver,
  type Claim,
  type DataSource,
  type Snapshot,
  type SnapshotContent,
  type Volume,
} from './storage-objects.ts';

/** Looks up the objects of the storage by their keys. */
export interface Inventory {
  claim(key: string): Claim | undefined;
  volume(key: string): Volume | undefined;
  snapshot(key: string): Snapshot | undefined;
  snapshotContent(key: string): SnapshotContent | undefined;
}

/** Content of a new volume, or the reason why it cannot be made yet. */
export type Content =
  | { readonly kind: 'empty' }
  /** A copy of the volume or snapshot with this handle. */
  | { readonly kind: 'copy'; readonly of: string }
  /** Another controller fills the volume through a claim of its own, and rebinds it. */
  | { readonly kind: 'foreign' }
  | { readonly kind: 'refused'; readonly reason: string };

/** A volume or snapshot that a volume can be copied from. */
interface Original {
  readonly handle: string;
  readonly bytes: number;
  readonly volumeMode: string;
}

type Finder = (name: string, claim: Claim, inventory: Inventory) => Original | string;

/** Kinds of source that the storage copies by itself; populators fill volumes from all others. */
const finders: readonly { readonly apiGroup: string; readonly kind: string; find: Finder }[] = [
  { apiGroup: 'snapshot.storage.k8s.io', kind: 'VolumeSnapshot', find: findSnapshot },
  { apiGroup: '', kind: 'PersistentVolumeClaim', find: findClaim },
];

/** Annotation that allows a volume to have another mode than the snapshot that it is made from. */
const modeMayChange = 'snapshot.storage.kubernetes.io/allow-volume-mode-change';

/**
 * Returns what the volume of a claim has to hold, by the rules of the CSI provisioner.
 *
 * @see https://github.com/kubernetes-csi/external-provisioner/blob/master/pkg/controller/controller.go
 */
export function contentFor(claim: Claim, inventory: Inventory): Content {
  const source = claim.spec.dataSourceRef ?? claim.spec.dataSource;
  if (source === undefined) return { kind: 'empty' };
  const finder = finders.find(
    (row) => row.apiGroup === groupOf(source) && row.kind === source.kind,
  );
  if (finder === undefined) return { kind: 'foreign' };
  const what = `${source.kind} ${source.name}`;
  const original = finder.find(source.name, claim, inventory);
  if (typeof original === 'string') return { kind: 'refused', reason: `${what} ${original}` };
  const { handle, bytes, volumeMode } = original;
  const asked = bytesOf(claim.spec.resources?.requests?.storage ?? '0');
  if (asked < bytes) {
    const reason = `${what} has ${bytes} bytes, more than the ${asked} that are asked for`;
    return { kind: 'refused', reason };
  }
  if (volumeMode !== modeOf(claim)) {
    return { kind: 'refused', reason: `${what} is of volume mode ${volumeMode}` };
  }
  return { kind: 'copy', of: handle };
}

function findSnapshot(name: string, claim: Claim, inventory: Inventory): Original | string {
  const snapshot = inventory.snapshot(`${claim.metadata.namespace ?? ''}/${name}`);
  if (snapshot === undefined) return 'does not exist';
  if (snapshot.metadata.deletionTimestamp !== undefined) return 'is being deleted';
  const { boundVolumeSnapshotContentName: contentName, readyToUse } = snapshot.status ?? {};
  const content = inventory.snapshotContent(`/${contentName ?? ''}`);
  const { snapshotHandle, restoreSize } = content?.status ?? {};
  if (readyToUse !== true || content === undefined || snapshotHandle === undefined) {
    return 'is not ready to use';
  }
  if (content.spec.driver !== driver) return `is on the storage of ${content.spec.driver}`;
  const { sourceVolumeMode = modeOf(claim) } = content.spec;
  const mayChange = content.metadata.annotations?.[modeMayChange] === 'true';
  return {
    handle: snapshotHandle,
    bytes: restoreSize ?? 0,
    volumeMode: mayChange ? modeOf(claim) : sourceVolumeMode,
  };
}

function findClaim(name: string, claim: Claim, inventory: Inventory): Original | string {
  const source = inventory.claim(`${claim.metadata.namespace ?? ''}/${name}`);
  if (source === undefined) return 'does not exist';
  if (source.metadata.deletionTimestamp !== undefined) return 'is being deleted';
  const volume = inventory.volume(`/${source.spec.volumeName ?? ''}`);
  if (source.status?.phase !== 'Bound' || volume === undefined) return 'is not bound';
  const { csi, capacity } = volume.spec;
  if (csi?.driver !== driver) return 'is not on this storage';
  return {
    handle: csi.volumeHandle,
    bytes: bytesOf(capacity?.storage ?? '0'),
    volumeMode: modeOf(volume),
  };
}

function groupOf({ apiGroup }: DataSource): string {
  return apiGroup ?? '';
}

function modeOf({ spec }: { readonly spec: { readonly volumeMode?: string } }): string {
  return spec.volumeMode ?? 'Filesystem';
}
