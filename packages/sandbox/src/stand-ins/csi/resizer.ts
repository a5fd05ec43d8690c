// SPDX-License-Identifier: Apache-2.0
import { bytesOf } from '../../hardware/storage-size.ts';
import { EventRecorder } from '../event-recorder.ts';
import { messageOf, type Log } from '../log.ts';
import { keyOf, referenceTo } from '../objects.ts';
import { WorkQueue } from '../work-queue.ts';
import { call } from './csi-error.ts';
import type { InfraStorage } from './infra-storage.ts';
import { sidecarBackoff, sidecarWorkers } from './provisioner.ts';
import { binaryQuantity } from './quantity.ts';
import { claimPath, driverName, paths, type Claim, type Volume } from './storage-objects.ts';
import type { TenantStorage } from './tenant-storage.ts';

/**
 * Plays the external-resizer, and the kubelet's part after it: the file system grows at once.
 *
 * @see https://github.com/kubernetes-csi/external-resizer
 */
export class Resizer {
  private readonly tenant: TenantStorage;
  private readonly driver: InfraStorage;
  private readonly events: EventRecorder;
  private readonly queue: WorkQueue;

  constructor(tenant: TenantStorage, driver: InfraStorage, log: Log, backoff = sidecarBackoff) {
    this.tenant = tenant;
    this.driver = driver;
    this.events = new EventRecorder(tenant.client, `external-resizer ${driverName}`, log);
    const work = { name: 'resizer', sync: (key: string) => this.sync(key) };
    this.queue = new WorkQueue({ ...work, log, backoff, workers: sidecarWorkers });
    tenant.listen({ claim: (now) => now !== undefined && this.queue.add(keyOf(now)) });
  }

  stop(): void {
    this.queue.stop();
  }

  private async sync(key: string): Promise<void> {
    await this.tenant.ready;
    const claim = this.tenant.claims.get(key);
    if (claim === undefined || !asksForMore(claim)) return;
    const volume = this.tenant.volumes.get(claim.spec.volumeName ?? '');
    if (volume?.spec.csi?.driver !== driverName) return;
    const about = referenceTo('PersistentVolumeClaim', claim);
    const { name } = volume.metadata;
    const busy = `External resizer is resizing volume ${name}`;
    await this.events.record(about, 'Normal', 'Resizing', busy);
    try {
      await this.grow(claim, volume);
    } catch (error) {
      const message = `resize volume "${name}" by resizer "${driverName}" failed: ${messageOf(error)}`;
      await this.events.record(about, 'Warning', 'VolumeResizeFailed', message);
      throw new Error(message, { cause: error });
    }
    const done = 'Resize volume succeeded';
    await this.events.record(about, 'Normal', 'VolumeResizeSuccessful', done);
  }

  private async grow(claim: Claim, { metadata, spec }: Volume): Promise<void> {
    const bytes = bytesOf(claim.spec.resources?.requests?.storage ?? '0');
    await call(() => this.driver.expand(spec.csi?.volumeHandle ?? '', bytes));
    const storage = binaryQuantity(bytes);
    const { client } = this.tenant;
    await client.patch(`${paths.volumes}/${metadata.name}`, { spec: { capacity: { storage } } });
    const status = { capacity: { storage }, allocatedResources: { storage } };
    await client.patch(`${claimPath(claim)}/status`, { status });
  }
}

function asksForMore({ metadata, spec, status }: Claim): boolean {
  const has = status?.capacity?.storage;
  if (status?.phase !== 'Bound' || has === undefined) return false;
  if (metadata.deletionTimestamp !== undefined) return false;
  return bytesOf(spec.resources?.requests?.storage ?? '0') > bytesOf(has);
}
