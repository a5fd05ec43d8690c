// SPDX-License-Identifier: Apache-2.0
import { bytesOf } from '../../hardware/storage-size.ts';
import { isConflict } from '../api-client.ts';
import { EventRecorder } from '../event-recorder.ts';
import { messageOf, type Log } from '../log.ts';
import { keyOf, referenceTo } from '../objects.ts';
import { WorkQueue } from '../work-queue.ts';
import { call } from './csi-error.ts';
import type { InfraStorage, VolumeRequest } from './infra-storage.ts';
import {
  provisionedBy,
  provisionerFinalizer,
  renderVolume,
  volumeName,
} from './persistent-volume.ts';
import {
  driverName,
  paths,
  snapshotApi,
  type Claim,
  type Snapshot,
  type SnapshotContent,
  type StorageClass,
  type Volume,
} from './storage-objects.ts';
import type { TenantStorage } from './tenant-storage.ts';

/** Written by the tenant's volume controller on claims that somebody outside has to fill. */
const provisionerAnnotations = [
  'volume.kubernetes.io/storage-provisioner',
  'volume.beta.kubernetes.io/storage-provisioner',
] as const;

/** Written by the tenant's scheduler, once the claim's first pod has a node. */
const selectedNodeAnnotation = 'volume.kubernetes.io/selected-node';

/** `--retry-interval-max` of KubeOne's provisioner and attacher: 1 s to 1 min. */
export const sidecarBackoff = { first: 1_000, most: 60_000 };

/** `--worker-threads`: claims and volumes that are worked on at once. */
export const sidecarWorkers = 10;

/**
 * Plays the external-provisioner: claims of the driver's classes get a volume, and volumes that
 * nobody claims any more go, with what is behind them.
 *
 * @see https://github.com/kubernetes-csi/external-provisioner
 */
export class Provisioner {
  private readonly tenant: TenantStorage;
  private readonly driver: InfraStorage;
  private readonly log: Log;
  private readonly events: EventRecorder;
  private readonly claims: WorkQueue;
  private readonly volumes: WorkQueue;
  private readonly identity = `${Date.now()}-${Math.floor(Math.random() * 10_000)}-${driverName}`;

  constructor(tenant: TenantStorage, driver: InfraStorage, log: Log, backoff = sidecarBackoff) {
    this.tenant = tenant;
    this.driver = driver;
    this.log = log;
    this.events = new EventRecorder(tenant.client, driverName, log);
    const options = { log, backoff, workers: sidecarWorkers };
    const claims = { name: 'provisioner: claim', sync: (key: string) => this.syncClaim(key) };
    const volumes = { name: 'provisioner: volume', sync: (key: string) => this.syncVolume(key) };
    this.claims = new WorkQueue({ ...options, ...claims });
    this.volumes = new WorkQueue({ ...options, ...volumes });
    tenant.listen({
      claim: (now) => now !== undefined && this.claims.add(keyOf(now)),
      volume: (now) => now !== undefined && this.volumes.add(keyOf(now)),
      storageClass: (now) => now !== undefined && this.addWaiting(now),
    });
  }

  stop(): void {
    this.claims.stop();
    this.volumes.stop();
  }

  /** A class that comes late: its claims are there already. */
  private addWaiting({ metadata }: StorageClass): void {
    for (const claim of this.tenant.claims.list()) {
      if (claim.spec.storageClassName === metadata.name) this.claims.add(keyOf(claim));
    }
  }

  private async syncClaim(key: string): Promise<void> {
    await this.tenant.ready;
    const claim = this.tenant.claims.get(key);
    if (claim === undefined) return;
    const storageClass = this.tenant.classes.get(claim.spec.storageClassName ?? '');
    if (storageClass === undefined || !shouldProvision(claim, storageClass)) return;
    if (this.tenant.volumes.get(volumeName(claim)) !== undefined) return;
    const about = referenceTo('PersistentVolumeClaim', claim);
    const busy = `External provisioner is provisioning volume for claim "${key}"`;
    await this.events.record(about, 'Normal', 'Provisioning', busy);
    try {
      await this.provision(claim, storageClass);
    } catch (error) {
      const message = `failed to provision volume with StorageClass "${storageClass.metadata.name}": ${messageOf(error)}`;
      await this.events.record(about, 'Warning', 'ProvisioningFailed', message);
      throw new Error(message, { cause: error });
    }
    const done = `Successfully provisioned volume ${volumeName(claim)}`;
    await this.events.record(about, 'Normal', 'ProvisioningSucceeded', done);
  }

  private async provision(claim: Claim, storageClass: StorageClass): Promise<void> {
    const bytes = requestedBytes(claim.spec);
    const request = {
      ...{ name: volumeName(claim), bytes, parameters: storageClass.parameters ?? {} },
      isBlock: claim.spec.volumeMode === 'Block',
      accessModes: claim.spec.accessModes ?? [],
      source: await this.sourceOf(claim),
    };
    const created = await call(() => this.driver.create(request));
    const volume = renderVolume(claim, storageClass, created, bytes, this.identity);
    try {
      await this.tenant.client.create(paths.volumes, volume);
    } catch (error) {
      if (!isConflict(error)) throw error;
    }
    this.log.info(`provisioned volume ${created.id} for claim ${keyOf(claim)}`);
  }

  /** A claim may be a copy of another one of its namespace. */
  private async sourceOf({ metadata, spec }: Claim): Promise<VolumeRequest['source']> {
    const { dataSource } = spec;
    if (dataSource === undefined) return undefined;
    const { kind, name } = dataSource;
    const bytes = requestedBytes(spec);
    if (kind === 'VolumeSnapshot') {
      return await this.snapshotSource(metadata.namespace ?? '', name, bytes);
    }
    if (kind !== 'PersistentVolumeClaim') {
      throw new Error(`the sandbox's stand-in does not play the data source ${kind}`);
    }
    const source = this.tenant.claims.get(`${metadata.namespace ?? ''}/${name}`);
    const volume = this.tenant.volumes.get(source?.spec.volumeName ?? '');
    if (volume?.spec.csi?.driver === driverName) {
      return { kind: 'volume', id: volume.spec.csi.volumeHandle };
    }
    throw new Error(`error getting PVC ${name} (namespace ${metadata.namespace ?? ''}) as source`);
  }

  /** @throws Error in the provisioner's words, until the snapshot is there. */
  private async snapshotSource(
    namespace: string,
    name: string,
    bytes: number,
  ): Promise<VolumeRequest['source']> {
    const { client } = this.tenant;
    const path = `${snapshotApi}/namespaces/${namespace}/volumesnapshots/${name}`;
    const { status } = await client.get<Snapshot>(path);
    const contentName = status?.boundVolumeSnapshotContentName;
    if (contentName === undefined || status?.readyToUse !== true) {
      throw new Error(`snapshot ${name} is not Ready`);
    }
    const content = await client.get<SnapshotContent>(
      `${snapshotApi}/volumesnapshotcontents/${contentName}`,
    );
    const { restoreSize = 0 } = content.status ?? {};
    if (bytes < restoreSize) {
      throw new Error(
        `requested volume size ${bytes} is less than the size ${restoreSize} for the source snapshot ${name}`,
      );
    }
    const { driver } = content.spec;
    const id = content.status?.snapshotHandle;
    if (driver === driverName && id !== undefined) return { kind: 'snapshot', id };
    throw new Error(`snapshot ${name} belongs to ${driver}, not to ${driverName}`);
  }

  private async syncVolume(name: string): Promise<void> {
    await this.tenant.ready;
    const volume = this.tenant.volumes.get(name);
    if (volume === undefined || !shouldDelete(volume)) return;
    const user = this.tenant.attachments
      .list()
      .find(({ spec }) => spec.source.persistentVolumeName === name);
    if (user !== undefined) {
      throw new Error(`persistentvolume ${name} is still attached to node ${user.spec.nodeName}`);
    }
    const about = referenceTo('PersistentVolume', volume);
    try {
      await call(() => this.driver.remove(volume.spec.csi?.volumeHandle ?? ''));
    } catch (error) {
      await this.events.record(about, 'Warning', 'VolumeFailedDelete', messageOf(error));
      throw error;
    }
    const path = `${paths.volumes}/${name}`;
    await this.tenant.client.remove(path);
    // It may have been gone before: then the copy here is only late.
    const isThere = (await this.tenant.client.find(path)) !== undefined;
    if (isThere && volume.metadata.finalizers?.includes(provisionerFinalizer) === true) {
      await this.tenant.client.setFinalizer(path, provisionerFinalizer, false);
    }
    this.log.info(`removed volume ${name}`);
  }
}

/** Whether the claim is the driver's to fill, now. */
export function shouldProvision(claim: Claim, storageClass: StorageClass): boolean {
  const { annotations = {}, deletionTimestamp } = claim.metadata;
  if ((claim.spec.volumeName ?? '') !== '' || deletionTimestamp !== undefined) return false;
  const provisioner = provisionerAnnotations.map((key) => annotations[key]).find(Boolean);
  if (provisioner !== driverName || storageClass.provisioner !== driverName) return false;
  const mustWait = storageClass.volumeBindingMode === 'WaitForFirstConsumer';
  return !mustWait || (annotations[selectedNodeAnnotation] ?? '') !== '';
}

function requestedBytes({ resources }: Claim['spec']): number {
  return bytesOf(resources?.requests?.storage ?? '0');
}

function shouldDelete({ metadata, spec, status }: Volume): boolean {
  if (status?.phase !== 'Released' || spec.persistentVolumeReclaimPolicy !== 'Delete') return false;
  if (metadata.annotations?.[provisionedBy] !== driverName) return false;
  // Without its finalizer it has been deleted before, and others hold it.
  return (
    metadata.deletionTimestamp === undefined ||
    (metadata.finalizers?.includes(provisionerFinalizer) ?? false)
  );
}
