// SPDX-License-Identifier: Apache-2.0
import type { ApiClient } from '../api-client.ts';
import { EventRecorder } from '../event-recorder.ts';
import { messageOf, type Log } from '../log.ts';
import { ObjectCache } from '../object-cache.ts';
import { WorkQueue } from '../work-queue.ts';
import { call } from './csi-error.ts';
import type { CreatedSnapshot, InfraSnapshots } from './infra-snapshots.ts';
import {
  driverName,
  snapshotApi,
  type SnapshotClass,
  type SnapshotContent,
} from './storage-objects.ts';

/** Set by the snapshot-controller; taken away here once the storage has let go of the snapshot. */
const boundProtection = 'snapshot.storage.kubernetes.io/volumesnapshotcontent-bound-protection';

/** Set by the snapshot-controller before it deletes the content. */
const beingDeleted = 'snapshot.storage.kubernetes.io/volumesnapshot-being-deleted';

/** Set here as long as the driver has not answered. */
const beingCreated = 'snapshot.storage.kubernetes.io/volumesnapshot-being-created';

/** `--retry-interval-start` and `--retry-interval-max` of the snapshotter. */
const snapshotterBackoff = { first: 1_000, most: 300_000 };

/** `--worker-threads`. */
const snapshotterWorkers = 10;

/** What the API server is asked about rights; it answers with the same and its verdict. */
interface AccessReview {
  readonly status?: { readonly allowed: boolean };
}

/**
 * Plays the csi-snapshotter: contents that the tenant's snapshot controller makes are taken by the
 * driver, and let go of. Not played: contents that an administrator makes for a snapshot handle, and
 * snapshots of groups.
 *
 * @see https://github.com/kubernetes-csi/external-snapshotter/blob/v8.7.0/pkg/sidecar-controller/snapshot_controller.go
 */
export class Snapshotter {
  private readonly tenant: ApiClient;
  private readonly driver: InfraSnapshots;
  private readonly log: Log;
  private readonly events: EventRecorder;
  private readonly queue: WorkQueue;
  private readonly contents: ObjectCache<SnapshotContent>;

  constructor(
    tenant: ApiClient,
    driver: InfraSnapshots,
    log: Log,
    backoff: { readonly first: number; readonly most: number } = snapshotterBackoff,
  ) {
    this.tenant = tenant;
    this.driver = driver;
    this.log = log;
    this.events = new EventRecorder(tenant, `csi-snapshotter ${driverName}`, log);
    const work = { name: 'snapshotter', sync: (key: string) => this.sync(key) };
    this.queue = new WorkQueue({ ...work, log, backoff, workers: snapshotterWorkers });
    const path = `${snapshotApi}/volumesnapshotcontents`;
    this.contents = new ObjectCache<SnapshotContent>(tenant, path, log, (now, before) => {
      if (now !== undefined && isNews(now, before)) this.queue.add(now.metadata.name);
    });
  }

  start(): void {
    this.contents.start();
  }

  stop(): void {
    this.contents.stop();
    this.queue.stop();
  }

  private async sync(name: string): Promise<void> {
    await this.contents.ready;
    const content = this.contents.get(name);
    if (content?.spec.driver !== driverName) return;
    if (content.metadata.deletionTimestamp === undefined) await this.take(content);
    else if (mayGo(content)) await this.letGo(content);
  }

  private async take(content: SnapshotContent): Promise<void> {
    const { source, volumeSnapshotRef } = content.spec;
    const { volumeHandle } = source;
    if (volumeHandle === undefined || content.status?.readyToUse === true) return;
    try {
      await this.annotate(content, 'yes');
      const { parameters = {} } = await this.classOf(content);
      const name = `snapshot-${volumeSnapshotRef.uid ?? ''}`;
      const taken = await this.ask(content, () =>
        this.driver.create({ name, volumeId: volumeHandle, parameters }),
      );
      await this.tell(content, taken);
    } catch (error) {
      await this.fail(content, `Failed to create snapshot: ${messageOf(error)}`);
      throw error;
    }
    await this.annotate(content, null);
    this.log.info(`took snapshot ${content.metadata.name} of ${volumeHandle}`);
  }

  /** The driver has refused it for good: nothing is on its way that would have to be waited for. */
  private async ask(
    content: SnapshotContent,
    work: () => Promise<CreatedSnapshot>,
  ): Promise<CreatedSnapshot> {
    try {
      return await call(work);
    } catch (error) {
      await this.annotate(content, null);
      const quoted = JSON.stringify(messageOf(error));
      const handle = content.spec.source.volumeHandle ?? '';
      throw new Error(`failed to take snapshot of the volume ${handle}: ${quoted}`, {
        cause: error,
      });
    }
  }

  private async letGo(content: SnapshotContent): Promise<void> {
    const handle = content.status?.snapshotHandle;
    if (content.spec.deletionPolicy === 'Delete' && handle !== undefined) {
      try {
        await call(() => this.driver.remove(handle));
      } catch (error) {
        const about = referenceOf(content);
        await this.events.record(
          about,
          'Warning',
          'SnapshotDeleteError',
          'Failed to delete snapshot',
        );
        throw error;
      }
      const status = {
        snapshotHandle: null,
        readyToUse: null,
        creationTime: null,
        restoreSize: null,
      };
      await this.tenant.patch(`${pathOf(content)}/status`, { status });
    }
    const finalizers = content.metadata.finalizers ?? [];
    if (!finalizers.includes(boundProtection)) return;
    const rest = finalizers.filter((entry) => entry !== boundProtection);
    await this.tenant.patch(pathOf(content), { metadata: { finalizers: rest } });
    this.log.info(`let go of snapshot ${content.metadata.name}`);
  }

  private async classOf({ metadata, spec }: SnapshotContent): Promise<SnapshotClass> {
    const { volumeSnapshotClassName: name } = spec;
    if (name === undefined) {
      throw new Error(`failed to take snapshot ${metadata.name} without a snapshot class`);
    }
    return await this.tenant.get<SnapshotClass>(`${snapshotApi}/volumesnapshotclasses/${name}`);
  }

  private async annotate(content: SnapshotContent, value: 'yes' | null): Promise<void> {
    const metadata = { annotations: { [beingCreated]: value } };
    await this.tenant.patch(pathOf(content), { metadata });
  }

  private async tell(content: SnapshotContent, taken: CreatedSnapshot): Promise<void> {
    const status = {
      snapshotHandle: taken.id,
      // In nanoseconds.
      creationTime: taken.createdAt * 1e6,
      readyToUse: taken.isReady,
      ...(taken.bytes > 0 && { restoreSize: taken.bytes }),
      error: null,
    };
    this.contents.learn(await this.tenant.patch(`${pathOf(content)}/status`, { status }));
  }

  private async fail(content: SnapshotContent, message: string): Promise<void> {
    if (content.status?.error?.message === message) return;
    const time = new Date().toISOString().replace(/\.\d+Z$/, 'Z');
    const status = { readyToUse: false, error: { message, time } };
    this.contents.learn(await this.tenant.patch(`${pathOf(content)}/status`, { status }));
    await this.events.record(referenceOf(content), 'Warning', 'SnapshotCreationFailed', message);
  }
}

/**
 * Whether the tenant's cluster is to have snapshots: then, and only then, the rights for it are
 * given. The snapshotter's own container, whose place this takes, is there then too.
 */
export async function maySnapshot(tenant: ApiClient): Promise<boolean> {
  const resource = { group: 'snapshot.storage.k8s.io', resource: 'volumesnapshotcontents' };
  const { status } = await tenant.create<AccessReview>(
    '/apis/authorization.k8s.io/v1/selfsubjectaccessreviews',
    {
      apiVersion: 'authorization.k8s.io/v1',
      kind: 'SelfSubjectAccessReview',
      spec: { resourceAttributes: { ...resource, verb: 'list' } },
    },
  );
  return status?.allowed === true;
}

/** Not what was written here just now: a failure waits for its next attempt. */
function isNews(now: SnapshotContent, before: SnapshotContent | undefined): boolean {
  const view = (content: SnapshotContent | undefined) => {
    const { uid, deletionTimestamp, annotations = {} } = content?.metadata ?? {};
    return JSON.stringify([
      ...[uid, deletionTimestamp, annotations[beingDeleted], content?.spec],
      // Once it is no longer being made, it may go.
      deletionTimestamp === undefined ? undefined : annotations[beingCreated],
    ]);
  };
  return view(now) !== view(before);
}

function mayGo({ metadata, spec }: SnapshotContent): boolean {
  const { annotations = {} } = metadata;
  if (annotations[beingCreated] !== undefined) return false;
  return annotations[beingDeleted] !== undefined || spec.volumeSnapshotRef.uid === undefined;
}

function pathOf({ metadata }: SnapshotContent): string {
  return `${snapshotApi}/volumesnapshotcontents/${metadata.name}`;
}

function referenceOf({ metadata: { name, uid } }: SnapshotContent) {
  const apiVersion = 'snapshot.storage.k8s.io/v1';
  return { apiVersion, kind: 'VolumeSnapshotContent', name, uid };
}
