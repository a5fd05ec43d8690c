// SPDX-License-Identifier: Apache-2.0
import { setTimeout as sleep } from 'node:timers/promises';
import { bytesOf } from '../../hardware/storage-size.ts';
import type { ApiClient } from '../api-client.ts';
import type { Log } from '../log.ts';
import type { KubeObject } from '../objects.ts';
import { CsiError } from './csi-error.ts';
import { enforceStorageClass, type Enforcement } from './enforcement.ts';
import { decimalQuantity } from './quantity.ts';
import { findSnapshot } from './infra-snapshots.ts';
import type { Claim, DataVolume, Volume } from './storage-objects.ts';

export interface InfraStorageOptions {
  readonly infra: ApiClient;
  /** `--infra-cluster-namespace`. */
  readonly namespace: string;
  /** `--infra-cluster-labels`: what carries them belongs to this tenant. */
  readonly labels: Readonly<Record<string, string>>;
  /** `--volume-prefix`. */
  readonly volumePrefix: string;
  readonly enforcement: Enforcement;
  readonly log: Log;
  /** How long the driver waits for the infra cluster, in milliseconds. @default upstream's 2 min */
  readonly patience?: number;
  /** How often it looks meanwhile, in milliseconds. @default upstream's 1 s */
  readonly pollInterval?: number;
}

/** What a new volume is to be. */
export interface VolumeRequest {
  readonly name: string;
  readonly bytes: number;
  /** Of the tenant's StorageClass: `infraStorageClassName`, `bus`. */
  readonly parameters: Readonly<Record<string, string>>;
  readonly isBlock: boolean;
  readonly accessModes: readonly string[];
  /** What it is a copy of. @default nothing: an empty disk */
  readonly source?: { readonly kind: 'volume' | 'snapshot'; readonly id: string };
}

/** What the attacher later needs to know of a volume. */
export interface CreatedVolume {
  readonly id: string;
  /** `bus` and `serial`, the DataVolume's uid: that is how the guest finds the disk. */
  readonly context: Readonly<Record<string, string>>;
}

/** Keeps CDI from removing a DataVolume once it is filled. */
const keepAnnotation = 'cdi.kubevirt.io/storage.deleteAfterCompletion';

/**
 * The controller half of the driver, as far as it is about volumes: tenant volumes are DataVolumes.
 *
 * @see https://github.com/kubevirt/csi-driver/blob/main/pkg/service/controller.go
 */
export class InfraStorage {
  readonly options: InfraStorageOptions;

  constructor(options: InfraStorageOptions) {
    this.options = options;
  }

  /** Creates the DataVolume, or finds it. @throws CsiError | ApiRefusal */
  async create(request: VolumeRequest): Promise<CreatedVolume> {
    const isShared = request.accessModes.includes('ReadWriteMany');
    if (isShared && !request.isBlock) {
      throw new CsiError(
        'InvalidArgument',
        'non-block volume with RWX access mode is not supported',
      );
    }
    const storageClassName = request.parameters.infraStorageClassName ?? '';
    enforceStorageClass(this.options.enforcement, storageClassName);
    const found = await this.findDataVolume(request.name);
    const volume = found ?? (await this.createDataVolume(request, isShared, storageClassName));
    const size = volume.spec.storage?.resources?.requests?.storage;
    if (size !== undefined && bytesOf(size) !== request.bytes) {
      const description = 'Requested storage size does not match existing size';
      throw new CsiError('AlreadyExists', description);
    }
    return {
      id: request.name,
      context: { bus: request.parameters.bus ?? 'scsi', serial: volume.metadata.uid },
    };
  }

  /** Deletes the DataVolume; one that is gone is deleted. */
  async remove(id: string): Promise<void> {
    if ((await this.findDataVolume(id)) === undefined) return;
    this.options.log.info(`Removing data volume with ${id}`);
    await this.options.infra.remove(`${this.dataVolumes()}/${id}`);
  }

  /** Lets the volume's claim grow, and waits for its storage: needs `get persistentvolumes`. */
  async expand(id: string, bytes: number): Promise<void> {
    const path = `/api/v1/namespaces/${this.options.namespace}/persistentvolumeclaims/${id}`;
    const claim = this.owned(await this.options.infra.get<Claim>(path));
    if (bytesOf(claim.spec.resources?.requests?.storage ?? '0') < bytes) {
      await this.options.infra.patch(path, [
        { op: 'add', path: '/spec/resources/requests/storage', value: String(bytes) },
      ]);
    }
    const volume = `/api/v1/persistentvolumes/${claim.spec.volumeName ?? ''}`;
    await this.until(async () => {
      const { spec } = await this.options.infra.get<Volume>(volume);
      return bytesOf(spec.capacity?.storage ?? '0') >= bytes;
    });
  }

  /** @throws Error `invalid volume name` when it is another tenant's. */
  async findDataVolume(id: string): Promise<DataVolume | undefined> {
    const found = await this.options.infra.find<DataVolume>(`${this.dataVolumes()}/${id}`);
    return found === undefined ? undefined : this.owned(found);
  }

  /** Looks until it is so. @throws Error in upstream's words when it takes too long. */
  async until(isSo: () => Promise<boolean>): Promise<void> {
    const { patience = 120_000, pollInterval = 1_000 } = this.options;
    const end = Date.now() + patience;
    while (!(await isSo())) {
      if (Date.now() > end) throw new Error('context deadline exceeded');
      await sleep(pollInterval);
    }
  }

  private async createDataVolume(
    request: VolumeRequest,
    isShared: boolean,
    storageClassName: string,
  ): Promise<DataVolume> {
    const { name, source } = request;
    const { namespace, labels, infra, log, volumePrefix } = this.options;
    if (!name.startsWith(`${volumePrefix}-`)) throw new Error('invalid volume name');
    if (source?.kind === 'volume' && (await this.findDataVolume(source.id)) === undefined) {
      throw new CsiError('NotFound', `source volume content ${source.id} not found`);
    }
    if (
      source?.kind === 'snapshot' &&
      (await findSnapshot(this.options, source.id)) === undefined
    ) {
      throw new CsiError('NotFound', `source snapshot content ${source.id} not found`);
    }
    log.info(`creating new DataVolume ${namespace}/${name}`);
    return await infra.create<DataVolume>(this.dataVolumes(), {
      apiVersion: 'cdi.kubevirt.io/v1beta1',
      kind: 'DataVolume',
      metadata: { name, namespace, labels, annotations: { [keepAnnotation]: 'false' } },
      spec: {
        source: renderSource(source, namespace),
        storage: {
          // Otherwise the StorageProfile decides: Ceph's block volumes can then migrate.
          ...(isShared && { accessModes: ['ReadWriteMany'] }),
          resources: { requests: { storage: decimalQuantity(request.bytes) } },
          ...(storageClassName !== '' && { storageClassName }),
        },
      },
    });
  }

  private owned<T extends KubeObject>(object: T): T {
    const { labels, volumePrefix } = this.options;
    const { metadata } = object;
    const isOwn = Object.entries(labels).every(([key, value]) => metadata.labels?.[key] === value);
    if (isOwn && metadata.name.startsWith(`${volumePrefix}-`)) return object;
    throw new Error('invalid volume name');
  }

  private dataVolumes(): string {
    return `/apis/cdi.kubevirt.io/v1beta1/namespaces/${this.options.namespace}/datavolumes`;
  }
}

function renderSource(source: VolumeRequest['source'], namespace: string): object {
  if (source === undefined) return { blank: {} };
  const from = { name: source.id, namespace };
  return source.kind === 'volume' ? { pvc: from } : { snapshot: from };
}
