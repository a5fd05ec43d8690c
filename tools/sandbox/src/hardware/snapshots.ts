// SPDX-License-Identifier: Apache-2.0
import type { ApiClient } from '@strata/cluster-client';
import type { ApiObject } from '../kubernetes/objects.ts';
import { Reconciler } from '../kubernetes/reconciler.ts';
import { watchObjects, type Watched } from '../kubernetes/watched.ts';
import { unlessRefused } from '../kubernetes/unless-refused.ts';
import { bytesOf } from './storage-size.ts';
import {
  driver,
  snapshotApi,
  snapshotClass,
  volumeName,
  type SnapshotContent,
  type Volume,
} from './storage-objects.ts';
import type { VolumeContents } from './volume-contents.ts';

/** The definition that decides whether a snapshot class can exist. */
const definitionPath =
  '/apis/apiextensions.k8s.io/v1/customresourcedefinitions' +
  '?fieldSelector=metadata.name%3Dvolumesnapshotclasses.snapshot.storage.k8s.io';

/**
 * Finalizer that the snapshot-controller sets, and the sidecar removes once the storage has let go.
 */
const finalizer = 'snapshot.storage.kubernetes.io/volumesnapshotcontent-bound-protection';

/** Annotation that the snapshot-controller sets before it deletes the content. */
const beingDeleted = 'snapshot.storage.kubernetes.io/volumesnapshot-being-deleted';

interface Definition extends ApiObject {
  readonly status?: {
    readonly conditions?: readonly { readonly type: string; readonly status: string }[];
  };
}

/**
 * Plays the snapshots of the storage, and the csi-snapshotter sidecar that the real
 * snapshot-controller works with: takes a snapshot as soon as it is asked for, and lets go of it
 * when it is deleted. A snapshot holds what its volume held, and outlives the volume.
 *
 * Not played: contents that an administrator makes for a snapshot handle, and snapshots of groups.
 *
 * @see https://github.com/kubernetes-csi/external-snapshotter/blob/v8.7.0/pkg/sidecar-controller/snapshot_controller.go
 */
export class Snapshots {
  private readonly api: ApiClient;
  private readonly storage: VolumeContents;
  private readonly reconciler: Reconciler;
  private readonly definitions: Watched<Definition>;
  private readonly classes: Watched<ApiObject>;
  private readonly contents: Watched<SnapshotContent>;

  constructor(api: ApiClient, storage: VolumeContents, log: (message: string) => void) {
    this.api = api;
    this.storage = storage;
    this.reconciler = new Reconciler(
      () => this.pass(),
      (error) => log(`snapshots: ${error.message}`),
    );
    const trigger = () => this.reconciler.trigger();
    this.definitions = watchObjects(api, definitionPath, trigger);
    this.classes = watchObjects(api, `${snapshotApi}/volumesnapshotclasses`, trigger);
    this.contents = watchObjects(api, `${snapshotApi}/volumesnapshotcontents`, trigger);
  }

  async stop(): Promise<void> {
    await this.reconciler.stop();
    for (const part of [this.definitions, this.classes, this.contents]) part.stop();
  }

  private async pass(): Promise<void> {
    if (this.definitions.list().some(isServed)) await this.ensureClass();
    for (const content of this.contents.list()) {
      const next = stepFor(content);
      if (next === 'take') await this.take(content);
      if (next === 'let-go') await this.letGo(content);
    }
  }

  private async ensureClass(): Promise<void> {
    if (this.classes.get(`/${snapshotClass.metadata.name}`) !== undefined) return;
    await unlessRefused(409, () =>
      this.api.request('POST', `${snapshotApi}/volumesnapshotclasses`, { body: snapshotClass }),
    );
  }

  private async take(content: SnapshotContent): Promise<void> {
    const name = volumeName(content.spec.source.volumeHandle ?? '');
    const volume = await unlessRefused(404, () =>
      this.api.request<Volume>('GET', `/api/v1/persistentvolumes/${name}`),
    );
    const status = volume === undefined ? failedStatus(content) : takenStatus(content, volume);
    if (status === undefined) return;
    if (volume !== undefined) {
      await this.storage.copy(content.spec.source.volumeHandle ?? '', handleOf(content));
    }
    await unlessRefused(404, () =>
      this.api.request('PATCH', `${pathOf(content)}/status`, { body: { status } }),
    );
  }

  private async letGo(content: SnapshotContent): Promise<void> {
    await unlessRefused(404, async () => {
      let { resourceVersion } = content.metadata;
      if (content.spec.deletionPolicy === 'Delete' && content.status !== undefined) {
        const cleared = await this.api.request<ApiObject>('PATCH', `${pathOf(content)}/status`, {
          body: { status: clearedStatus },
        });
        ({ resourceVersion } = cleared.metadata);
        await this.storage.remove(handleOf(content));
      }
      const finalizers = (content.metadata.finalizers ?? []).filter((entry) => entry !== finalizer);
      await this.api.request('PATCH', pathOf(content), {
        body: { metadata: { resourceVersion, finalizers } },
      });
    });
  }
}

/** Returns the handle of a snapshot that is taken here. */
function handleOf({ spec }: SnapshotContent): string {
  return `snapshot-${spec.volumeSnapshotRef.uid ?? ''}`;
}

function pathOf({ metadata }: SnapshotContent): string {
  return `${snapshotApi}/volumesnapshotcontents/${metadata.name}`;
}

/**
 * Returns whether objects of a definition can be created: from when it is established until it is
 * deleted.
 */
export function isServed({ metadata, status }: Definition): boolean {
  const established = status?.conditions?.find(({ type }) => type === 'Established');
  return established?.status === 'True' && metadata.deletionTimestamp === undefined;
}

/** Returns what the sidecar does next for a content; undefined when there is nothing to do. */
export function stepFor({
  metadata,
  spec,
  status,
}: SnapshotContent): 'take' | 'let-go' | undefined {
  if (spec.driver !== driver) return undefined;
  if (metadata.deletionTimestamp === undefined) {
    const isAskedFor = spec.source.volumeHandle !== undefined;
    return isAskedFor && status?.readyToUse !== true ? 'take' : undefined;
  }
  const { snapshotHandle } = spec.source;
  const isUnbound = snapshotHandle !== undefined && !spec.volumeSnapshotRef.uid;
  const mayGo = isUnbound || metadata.annotations?.[beingDeleted] !== undefined;
  return mayGo && metadata.finalizers?.includes(finalizer) === true ? 'let-go' : undefined;
}

/**
 * Returns the status of a snapshot that has been taken.
 *
 * @param now - Milliseconds since 1970.
 */
export function takenStatus(
  content: SnapshotContent,
  volume: Volume,
  now: number = Date.now(),
): object {
  return {
    snapshotHandle: handleOf(content),
    // In nanoseconds. Written as a number, the digits after the milliseconds are zeros.
    creationTime: now * 1e6,
    restoreSize: bytesOf(volume.spec.capacity?.storage ?? '0'),
    readyToUse: true,
    error: null,
  };
}

/**
 * Returns the status of a content whose volume does not exist; undefined when it already has that
 * status.
 */
export function failedStatus({ spec, status }: SnapshotContent): object | undefined {
  const message = `Failed to create snapshot: failed to take snapshot of the volume ${spec.source.volumeHandle ?? ''}: it does not exist`;
  if (status?.error?.message === message) return undefined;
  return { readyToUse: false, error: { time: new Date().toISOString(), message } };
}

/** Fields that are cleared from the status once the storage has removed the snapshot. */
const clearedStatus = {
  snapshotHandle: null,
  readyToUse: null,
  creationTime: null,
  restoreSize: null,
} as const;
