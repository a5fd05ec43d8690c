// SPDX-License-Identifier: Apache-2.0
import { messageOf, type Log } from '../log.ts';
import { keyOf } from '../objects.ts';
import { WorkQueue } from '../work-queue.ts';
import { call } from './csi-error.ts';
import { sidecarBackoff, sidecarWorkers } from './provisioner.ts';
import type { Publishing } from './publishing.ts';
import {
  driverName,
  paths,
  type Attachment,
  type CsiNode,
  type Volume,
} from './storage-objects.ts';
import type { TenantStorage } from './tenant-storage.ts';

/** On attachments, and on volumes as long as one of them is there. */
export const attacherFinalizer = 'external-attacher/csi-kubevirt-io';

/** Keeps the machine's name on the attachment, for when the node is gone. */
export const nodeIdAnnotation = 'csi.alpha.kubernetes.io/node-id';

/**
 * Plays the external-attacher: what the tenant's attach-detach controller asks for in
 * VolumeAttachments is hot-plugged into the node's machine, or taken out of it.
 *
 * @see https://github.com/kubernetes-csi/external-attacher
 */
export class Attacher {
  private readonly tenant: TenantStorage;
  private readonly driver: Publishing;
  private readonly queue: WorkQueue;
  private readonly volumes: WorkQueue;

  constructor(tenant: TenantStorage, driver: Publishing, log: Log, backoff = sidecarBackoff) {
    this.tenant = tenant;
    this.driver = driver;
    const options = { log, backoff, workers: sidecarWorkers };
    const attachments = { name: 'attacher', sync: (key: string) => this.sync(key) };
    const volumes = { name: 'attacher: volume', sync: (key: string) => this.release(key) };
    this.queue = new WorkQueue({ ...options, ...attachments });
    this.volumes = new WorkQueue({ ...options, ...volumes });
    tenant.listen({
      attachment: (now, before) => {
        if (now !== undefined && isNews(now, before)) this.queue.add(keyOf(now));
        if (now === undefined) this.volumes.add(before?.spec.source.persistentVolumeName ?? '');
      },
      volume: (now) => {
        if (now?.metadata.deletionTimestamp !== undefined) this.volumes.add(keyOf(now));
      },
    });
  }

  stop(): void {
    this.queue.stop();
    this.volumes.stop();
  }

  private async sync(name: string): Promise<void> {
    await this.tenant.ready;
    const attachment = this.tenant.attachments.get(name);
    if (attachment?.spec.attacher !== driverName) return;
    if (attachment.metadata.deletionTimestamp === undefined) await this.attach(attachment);
    else await this.detach(attachment);
  }

  private async attach(attachment: Attachment): Promise<void> {
    if (attachment.status?.attached === true) return;
    try {
      const volume = this.volumeOf(attachment);
      const nodeId = await this.nodeIdOf(attachment);
      await this.prepare(attachment, volume, nodeId);
      await call(() =>
        this.driver.publish({
          volumeId: volume.spec.csi?.volumeHandle ?? '',
          nodeId,
          context: volume.spec.csi?.volumeAttributes ?? {},
          isShared: volume.spec.accessModes?.includes('ReadWriteMany') ?? false,
        }),
      );
    } catch (error) {
      await this.writeStatus(attachment, { attachError: problem(error) });
      throw error;
    }
    await this.writeStatus(attachment, { attached: true, attachError: null });
  }

  private async detach(attachment: Attachment): Promise<void> {
    if (attachment.metadata.finalizers?.includes(attacherFinalizer) !== true) return;
    try {
      const volume = this.volumeOf(attachment);
      const nodeId = await this.nodeIdOf(attachment);
      await call(() => this.driver.unpublish(volume.spec.csi?.volumeHandle ?? '', nodeId));
    } catch (error) {
      await this.writeStatus(attachment, { detachError: problem(error) });
      throw error;
    }
    await this.writeStatus(attachment, { attached: false, detachError: null });
    const path = pathOf(attachment);
    this.learn(await this.tenant.client.setFinalizer<Attachment>(path, attacherFinalizer, false));
  }

  /** Nothing is attached that could vanish without being detached. */
  private async prepare(attachment: Attachment, volume: Volume, nodeId: string): Promise<void> {
    const { client, volumes } = this.tenant;
    if (volume.metadata.deletionTimestamp !== undefined) {
      throw new Error(`PersistentVolume "${volume.metadata.name}" is marked for deletion`);
    }
    if (volume.metadata.finalizers?.includes(attacherFinalizer) !== true) {
      const path = `${paths.volumes}/${volume.metadata.name}`;
      volumes.learn(await client.setFinalizer<Volume>(path, attacherFinalizer, true));
    }
    const { annotations = {}, finalizers = [] } = attachment.metadata;
    if (finalizers.includes(attacherFinalizer) && annotations[nodeIdAnnotation] === nodeId) return;
    const metadata = {
      annotations: { [nodeIdAnnotation]: nodeId },
      finalizers: [...new Set([...finalizers, attacherFinalizer])],
    };
    this.learn(await client.patch<Attachment>(pathOf(attachment), { metadata }));
  }

  /** Lets a volume go whose last attachment is gone. */
  private async release(name: string): Promise<void> {
    await this.tenant.ready;
    const volume = this.tenant.volumes.get(name);
    const isLeaving = volume?.metadata.deletionTimestamp !== undefined;
    if (!isLeaving || volume.metadata.finalizers?.includes(attacherFinalizer) !== true) return;
    const isUsed = this.tenant.attachments
      .list()
      .some(({ spec }) => spec.source.persistentVolumeName === name);
    if (isUsed) return;
    await this.tenant.client.setFinalizer(`${paths.volumes}/${name}`, attacherFinalizer, false);
  }

  private volumeOf({ spec }: Attachment): Volume {
    const { persistentVolumeName: name = '' } = spec.source;
    const volume = this.tenant.volumes.get(name);
    if (volume?.spec.csi?.driver === driverName) return volume;
    throw new Error(`could not find PersistentVolume "${name}" of ${driverName}`);
  }

  private async nodeIdOf({ metadata, spec }: Attachment): Promise<string> {
    const path = `${paths.csiNodes}/${spec.nodeName}`;
    const node = await this.tenant.client.find<CsiNode>(path);
    const id =
      node?.spec.drivers.find(({ name }) => name === driverName)?.nodeID ??
      metadata.annotations?.[nodeIdAnnotation];
    if (id !== undefined) return id;
    throw new Error(
      node === undefined
        ? `can't get CSINode ${spec.nodeName}: csinode.storage.k8s.io "${spec.nodeName}" not found`
        : `CSINode ${spec.nodeName} does not contain driver ${driverName}`,
    );
  }

  private async writeStatus(attachment: Attachment, status: Attachment['status']): Promise<void> {
    const body = { status: { attached: attachment.status?.attached ?? false, ...status } };
    const path = `${pathOf(attachment)}/status`;
    this.learn(await this.tenant.client.patch<Attachment>(path, body));
  }

  private learn(attachment: Attachment): void {
    this.tenant.attachments.learn(attachment);
  }
}

function pathOf({ metadata }: Attachment): string {
  return `${paths.attachments}/${metadata.name}`;
}

/** Not the error that was written just now: that one waits for its next attempt. */
function isNews(now: Attachment, before: Attachment | undefined): boolean {
  const view = (attachment: Attachment | undefined) =>
    JSON.stringify([
      ...[attachment?.metadata.uid, attachment?.metadata.deletionTimestamp],
      ...[attachment?.metadata.finalizers, attachment?.spec, attachment?.status?.attached],
    ]);
  return view(now) !== view(before);
}

function problem(error: unknown): { message: string; time: string } {
  const time = new Date().toISOString().replace(/\.\d+Z$/, 'Z');
  return { message: messageOf(error), time };
}
