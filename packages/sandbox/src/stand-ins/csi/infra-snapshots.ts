// SPDX-License-Identifier: Apache-2.0
import { bytesOf } from '../../hardware/storage-size.ts';
import type { ApiClient } from '../api-client.ts';
import { CsiError } from './csi-error.ts';
import type { InfraStorage, InfraStorageOptions } from './infra-storage.ts';
import { permittedSnapshotClass } from './snapshot-class.ts';
import { snapshotApi, type Claim, type Snapshot } from './storage-objects.ts';

/** What a new snapshot is to be. */
export interface SnapshotRequest {
  /** The snapshotter's: `snapshot-` and the uid of the tenant's VolumeSnapshot. */
  readonly name: string;
  readonly volumeId: string;
  /** Of the tenant's VolumeSnapshotClass: `infraSnapshotClassName`. */
  readonly parameters: Readonly<Record<string, string>>;
}

/** A snapshot as the driver tells the snapshotter of it. */
export interface CreatedSnapshot {
  readonly id: string;
  /** In milliseconds since 1970. */
  readonly createdAt: number;
  readonly bytes: number;
  readonly isReady: boolean;
}

/**
 * The controller half of the driver, as far as it is about snapshots: a tenant's snapshot is a
 * VolumeSnapshot of the DataVolume's claim, with the tenant's labels.
 *
 * @see https://github.com/kubevirt/csi-driver/blob/main/pkg/service/controller.go (CreateSnapshot)
 */
export class InfraSnapshots {
  private readonly storage: InfraStorage;
  private readonly tenant: ApiClient;

  /** @param tenant - Its VolumeSnapshotClasses are named in refusals. */
  constructor(storage: InfraStorage, tenant: ApiClient) {
    this.storage = storage;
    this.tenant = tenant;
  }

  /**
   * Creates the snapshot and waits until it is ready, for its size is not known before; or finds it.
   *
   * @throws CsiError | ApiRefusal
   */
  async create({ name, volumeId, parameters }: SnapshotRequest): Promise<CreatedSnapshot> {
    const { options } = this.storage;
    const found = await findSnapshot(options, name);
    if (found !== undefined) {
      if (found.spec.source.persistentVolumeClaimName === volumeId) return tell(found);
      const description = `snapshot with the same name: ${name} but with different SourceVolumeId already exist`;
      throw new CsiError('AlreadyExists', description);
    }
    if ((await this.storage.findDataVolume(volumeId)) === undefined) {
      throw new CsiError('NotFound', `source volume ${volumeId} not found`);
    }
    const volumeSnapshotClassName = await this.classFor(volumeId, parameters);
    await options.infra.create(snapshotsOf(options), {
      apiVersion: 'snapshot.storage.k8s.io/v1',
      kind: 'VolumeSnapshot',
      metadata: { name, namespace: options.namespace, labels: options.labels },
      spec: {
        source: { persistentVolumeClaimName: volumeId },
        // Without one, the infra cluster's default is taken.
        ...(volumeSnapshotClassName !== '' && { volumeSnapshotClassName }),
      },
    });
    let snapshot: Snapshot | undefined;
    await this.storage.until(async () => {
      snapshot = await findSnapshot(options, name);
      return snapshot?.status?.readyToUse === true;
    });
    if (snapshot === undefined) throw new CsiError('NotFound', `snapshot ${name} not found`);
    return tell(snapshot);
  }

  /** Deletes the snapshot; one that is gone is deleted. @throws Error when it is another tenant's. */
  async remove(id: string): Promise<void> {
    const { options } = this.storage;
    if ((await findSnapshot(options, id)) === undefined) return;
    await options.infra.remove(`${snapshotsOf(options)}/${id}`);
  }

  private async classFor(
    claimName: string,
    { infraSnapshotClassName = '' }: SnapshotRequest['parameters'],
  ): Promise<string> {
    const { infra, namespace, enforcement } = this.storage.options;
    const path = `/api/v1/namespaces/${namespace}/persistentvolumeclaims/${claimName}`;
    const claim = await infra.find<Claim>(path);
    if (claim === undefined) {
      throw new Error('unable to determine volume snapshot class name for infra source volume');
    }
    return await permittedSnapshotClass(
      enforcement,
      { storageClass: claim.spec.storageClassName ?? '', snapshotClass: infraSnapshotClassName },
      this.tenant,
    );
  }
}

/**
 * The tenant's snapshot on the infra cluster.
 *
 * @throws Error `invalid snapshot name` when it is another tenant's.
 */
export async function findSnapshot(
  options: Pick<InfraStorageOptions, 'infra' | 'namespace' | 'labels'>,
  id: string,
): Promise<Snapshot | undefined> {
  const found = await options.infra.find<Snapshot>(`${snapshotsOf(options)}/${id}`);
  if (found === undefined) return undefined;
  const has = found.metadata.labels ?? {};
  if (Object.entries(options.labels).every(([key, value]) => has[key] === value)) return found;
  throw new Error('invalid snapshot name');
}

function snapshotsOf({ namespace }: Pick<InfraStorageOptions, 'namespace'>): string {
  return `${snapshotApi}/namespaces/${namespace}/volumesnapshots`;
}

function tell({ metadata, status }: Snapshot): CreatedSnapshot {
  return {
    id: metadata.name,
    createdAt: Date.parse(metadata.creationTimestamp ?? ''),
    bytes: bytesOf(status?.restoreSize ?? '0'),
    isReady: status?.readyToUse ?? false,
  };
}
