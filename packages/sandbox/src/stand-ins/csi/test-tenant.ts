// SPDX-License-Identifier: Apache-2.0
import { ApiClient } from '../api-client.ts';
import { TestApi, type Stored } from '../test-api.ts';
import { recordLog } from '../test-wait.ts';
import { Attacher } from './attacher.ts';
import type { InfraStorage } from './infra-storage.ts';
import { Provisioner } from './provisioner.ts';
import type { Publishing } from './publishing.ts';
import { Resizer } from './resizer.ts';
import { paths } from './storage-objects.ts';
import { TenantStorage } from './tenant-storage.ts';

/** Uid of the one claim of the tests. */
export const uid = '6b0d5f3e-9a59-4c29-8f0b-0f8d7a1f2c3d';
export const volumePath = `${paths.volumes}/pvc-${uid}`;
export const claimPath = '/api/v1/namespaces/shop/persistentvolumeclaims/data';
export const attachmentPath = `${paths.attachments}/csi-1`;

/** What the tenant's volume controller writes on a claim of the driver. */
export const ours = { 'volume.kubernetes.io/storage-provisioner': 'csi.kubevirt.io' };

/** The driver, as far as the sidecars call it. */
class PlayedDriver {
  readonly calls: unknown[] = [];
  failure: Error | undefined;

  async create(request: { name: string }): Promise<object> {
    await this.note('create', request);
    return { id: request.name, context: { bus: 'scsi', serial: '7d6f' } };
  }

  remove = (id: string): Promise<void> => this.note('remove', id);
  expand = (id: string, bytes: number): Promise<void> => this.note('expand', { id, bytes });
  publish = (publication: object): Promise<void> => this.note('publish', publication);
  unpublish = (id: string, node: string): Promise<void> => this.note('unpublish', { id, node });

  private async note(name: string, what: unknown): Promise<void> {
    await Promise.resolve();
    this.calls.push([name, what]);
    if (this.failure !== undefined) throw this.failure;
  }
}

/** For tests: a tenant's API server with one class, and the sidecars over a driver that is played. */
export class TestTenant {
  readonly api = new TestApi();
  readonly log = recordLog();
  readonly driver = new PlayedDriver();
  private running: (() => void) | undefined;

  /** Starts the server; the sidecars wait for `run`. */
  async start(): Promise<ApiClient> {
    const client = new ApiClient('tenant', await this.api.start(), this.log);
    this.storageClass('fast', { parameters: { infraStorageClassName: 'sandbox-block' } });
    return client;
  }

  run(client: ApiClient): void {
    const storage = new TenantStorage(client, this.log);
    const backoff = { first: 20, most: 50 };
    const volumes = this.driver as unknown as InfraStorage;
    const sidecars = [
      new Provisioner(storage, volumes, this.log, backoff),
      new Attacher(storage, this.driver as unknown as Publishing, this.log, backoff),
      new Resizer(storage, volumes, this.log, backoff),
    ];
    storage.start();
    this.running = () => {
      storage.stop();
      for (const sidecar of sidecars) sidecar.stop();
    };
  }

  stop(client: ApiClient): void {
    this.running?.();
    client.close();
    this.api.stop();
  }

  storageClass(name: string, change: object = {}): void {
    this.api.put(paths.storageClasses, {
      ...{ metadata: { name }, provisioner: 'csi.kubevirt.io', reclaimPolicy: 'Delete' },
      ...{ volumeBindingMode: 'Immediate', ...change },
    });
  }

  claim(change: object = {}, annotations: object = ours, status?: object): void {
    this.api.put(paths.claims, {
      metadata: { name: 'data', namespace: 'shop', uid, annotations },
      spec: {
        ...{ accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } },
        ...{ storageClassName: 'fast', volumeMode: 'Filesystem', ...change },
      },
      ...(status !== undefined && { status }),
    });
  }

  volume(change: object = {}, metadata: object = {}): void {
    this.api.put(paths.volumes, {
      metadata: {
        name: `pvc-${uid}`,
        annotations: { 'pv.kubernetes.io/provisioned-by': 'csi.kubevirt.io' },
        ...metadata,
      },
      spec: {
        ...{ accessModes: ['ReadWriteOnce'], capacity: { storage: '1Gi' } },
        persistentVolumeReclaimPolicy: 'Delete',
        csi: {
          ...{ driver: 'csi.kubevirt.io', volumeHandle: `pvc-${uid}` },
          volumeAttributes: { bus: 'scsi', serial: '7d6f' },
        },
      },
      ...change,
    });
  }

  attachment(change: object = {}): void {
    this.api.put(paths.attachments, {
      metadata: { name: 'csi-1' },
      spec: {
        ...{ attacher: 'csi.kubevirt.io', nodeName: 'workers-0' },
        source: { persistentVolumeName: `pvc-${uid}` },
      },
      ...change,
    });
  }

  /** What a kubelet does once the node plugin is there. */
  register(): void {
    const drivers = [{ name: 'csi.kubevirt.io', nodeID: 'cluster-demo/workers-0' }];
    this.api.put(paths.csiNodes, { metadata: { name: 'workers-0' }, spec: { drivers } });
  }

  events(): readonly Stored[] {
    return this.api.list('/api/v1/events');
  }
}
