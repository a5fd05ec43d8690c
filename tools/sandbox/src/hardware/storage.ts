// SPDX-License-Identifier: Apache-2.0
import { ApiError, type ApiClient } from '@strata/cluster-client';
import { createHash } from 'node:crypto';
import { Reconciler } from '../kubernetes/reconciler.ts';
import { watchObjects, type Watched } from '../kubernetes/watched.ts';
import { contentFor, type Content, type Inventory } from './storage-content.ts';
import { unlessRefused } from '../kubernetes/unless-refused.ts';
import { bytesOf } from './storage-size.ts';
import {
  csiDriver,
  driver,
  snapshotApi,
  storageClass,
  volumeName,
  type Claim,
  type Snapshot,
  type SnapshotContent,
  type Volume,
} from './storage-objects.ts';
import type { VolumeContents } from './volume-contents.ts';

/** Annotation on every volume: the provisioner that made it, which also removes it. */
const provisionedBy = 'pv.kubernetes.io/provisioned-by';

/**
 * Milliseconds by which a claim follows its volume. The resizer writes the new size of the volume first,
 * and that of the claim when all is done; machines see the second.
 *
 * @see https://github.com/kubernetes-csi/external-resizer/blob/v2.2.0/pkg/controller/expand_and_recover.go (updatePVCapacity, markOverallExpansionAsFinished)
 */
const claimFollowsAfter = 8_000;

/**
 * Plays shared block storage with its provisioner and its resizer. Gives every claim of its class a
 * volume that any host can reach, empty or copied from a snapshot or another volume; grows volumes
 * whose claim asks for more; removes volumes whose claim is gone. A volume holds what pods and
 * guests write to it, but no bytes of images.
 */
export class Storage {
  private readonly api: ApiClient;
  private readonly contents: VolumeContents;
  private readonly reconciler: Reconciler;
  private readonly claims: Watched<Claim>;
  private readonly volumes: Watched<Volume>;
  private readonly snapshots: Watched<Snapshot>;
  private readonly snapshotContents: Watched<SnapshotContent>;
  /** When each volume grew whose claim does not say so yet, by the claims' uids. */
  private readonly grewAt = new Map<string, number>();

  constructor(api: ApiClient, contents: VolumeContents, log: (message: string) => void) {
    this.api = api;
    this.contents = contents;
    this.reconciler = new Reconciler(
      () => this.pass(),
      (error) => log(`storage: ${error.message}`),
    );
    const trigger = () => this.reconciler.trigger();
    this.claims = watchObjects(api, '/api/v1/persistentvolumeclaims', trigger);
    this.volumes = watchObjects(api, '/api/v1/persistentvolumes', trigger);
    this.snapshots = watchObjects(api, `${snapshotApi}/volumesnapshots`, trigger);
    this.snapshotContents = watchObjects(api, `${snapshotApi}/volumesnapshotcontents`, trigger);
  }

  /** Registers the driver and creates the StorageClass; call it once the API server is ready. */
  async install(): Promise<void> {
    await this.create('/apis/storage.k8s.io/v1/csidrivers', csiDriver);
    await this.create('/apis/storage.k8s.io/v1/storageclasses', storageClass);
  }

  async stop(): Promise<void> {
    await this.reconciler.stop();
    for (const part of [this.claims, this.volumes, this.snapshots, this.snapshotContents]) {
      part.stop();
    }
  }

  private async pass(): Promise<void> {
    const inventory: Inventory = {
      claim: (key) => this.claims.get(key),
      volume: (key) => this.volumes.get(key),
      snapshot: (key) => this.snapshots.get(key),
      snapshotContent: (key) => this.snapshotContents.get(key),
    };
    for (const claim of this.claims.list().filter(waitsForVolume)) {
      await this.fill(claim, contentFor(claim, inventory));
    }
    for (const claim of this.claims.list().filter(asksForMore)) await this.grow(claim);
    for (const { metadata } of this.volumes.list().filter(isReleased)) {
      const path = `/api/v1/persistentvolumes/${metadata.name}`;
      await unlessRefused(404, () => this.api.request('DELETE', path));
      await this.contents.remove(metadata.name);
    }
  }

  private async fill(claim: Claim, content: Content): Promise<void> {
    if (content.kind === 'refused') await this.tell(claim, content.reason);
    if (content.kind === 'refused' || content.kind === 'foreign') return;
    if (content.kind === 'copy') {
      await this.contents.copy(content.of, volumeName(claim.metadata.uid));
    }
    await this.create('/api/v1/persistentvolumes', renderVolume(claim, content));
  }

  /**
   * Grows the volume of a claim, and the claim itself in a later pass. Needs no pod that uses the volume, unlike storage that leaves the
   * file system to the kubelet.
   */
  private async grow({ metadata, spec }: Claim): Promise<void> {
    const storage = spec.resources?.requests?.storage ?? '0';
    const volume = this.volumes.get(`/${spec.volumeName ?? ''}`);
    if (volume?.metadata.annotations?.[provisionedBy] !== driver) return;
    const { capacity } = volume.spec;
    if (bytesOf(capacity?.storage ?? '0') < bytesOf(storage)) {
      await this.patch(`/api/v1/persistentvolumes/${volume.metadata.name}`, {
        spec: { capacity: { storage } },
      });
      this.grewAt.set(metadata.uid, Date.now());
    }
    if (Date.now() - (this.grewAt.get(metadata.uid) ?? 0) < claimFollowsAfter) return;
    this.grewAt.delete(metadata.uid);
    const path = `/api/v1/namespaces/${metadata.namespace ?? ''}/persistentvolumeclaims/${metadata.name}`;
    await this.patch(`${path}/status`, {
      status: { capacity: { storage }, allocatedResources: { storage } },
    });
  }

  /** Writes an event about the claim, once, with the reason why it has no volume. */
  private async tell({ metadata }: Claim, reason: string): Promise<void> {
    const { name, uid, namespace = '' } = metadata;
    const now = new Date().toISOString();
    const message = `failed to provision volume with StorageClass "${storageClass.metadata.name}": ${reason}`;
    try {
      await this.create(`/api/v1/namespaces/${namespace}/events`, {
        metadata: { name: `${name}.${digest(uid + reason)}`, namespace },
        involvedObject: { apiVersion: 'v1', kind: 'PersistentVolumeClaim', name, namespace, uid },
        type: 'Warning',
        reason: 'ProvisioningFailed',
        message,
        count: 1,
        firstTimestamp: now,
        lastTimestamp: now,
        source: { component: driver },
      });
    } catch (error) {
      // A namespace that is being deleted refuses events; that must not stop the work on other
      // claims.
      if (!(error instanceof ApiError)) throw error;
    }
  }

  private async patch(path: string, body: object): Promise<void> {
    await unlessRefused(404, () => this.api.request('PATCH', path, { body }));
  }

  private async create(path: string, body: object): Promise<void> {
    await unlessRefused(409, () => this.api.request('POST', path, { body }));
  }
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 16);
}

function isOurs({ spec }: Claim): boolean {
  return spec.storageClassName === storageClass.metadata.name;
}

function waitsForVolume(claim: Claim): boolean {
  const { metadata, spec } = claim;
  return isOurs(claim) && !spec.volumeName && metadata.deletionTimestamp === undefined;
}

/** Returns whether a bound claim asks for more than it has. */
export function asksForMore(claim: Claim): boolean {
  const asked = claim.spec.resources?.requests?.storage;
  const has = claim.status?.capacity?.storage;
  if (!isOurs(claim) || claim.status?.phase !== 'Bound') return false;
  return asked !== undefined && has !== undefined && bytesOf(has) < bytesOf(asked);
}

/** Returns whether a volume of this storage has to be removed, because its claim is gone. */
export function isReleased({ metadata, spec, status }: Volume): boolean {
  return (
    metadata.annotations?.[provisionedBy] === driver &&
    spec.persistentVolumeReclaimPolicy === 'Delete' &&
    status?.phase === 'Released' &&
    metadata.deletionTimestamp === undefined
  );
}

/** Renders the volume of one claim, under the name that external provisioners use. */
export function renderVolume(
  { metadata, spec }: Claim,
  content: Extract<Content, { kind: 'empty' | 'copy' }> = { kind: 'empty' },
): Record<string, unknown> {
  return {
    apiVersion: 'v1',
    kind: 'PersistentVolume',
    metadata: {
      name: volumeName(metadata.uid),
      annotations: { [provisionedBy]: driver },
    },
    spec: {
      storageClassName: storageClass.metadata.name,
      persistentVolumeReclaimPolicy: storageClass.reclaimPolicy,
      accessModes: spec.accessModes,
      volumeMode: spec.volumeMode ?? 'Filesystem',
      capacity: { storage: spec.resources?.requests?.storage },
      csi: {
        driver,
        volumeHandle: metadata.uid,
        ...(content.kind === 'copy' && { volumeAttributes: { copyOf: content.of } }),
      },
      claimRef: {
        apiVersion: 'v1',
        kind: 'PersistentVolumeClaim',
        namespace: metadata.namespace,
        name: metadata.name,
        uid: metadata.uid,
      },
    },
  };
}
