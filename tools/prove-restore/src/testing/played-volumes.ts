// SPDX-License-Identifier: Apache-2.0
import { answeringCluster } from '@strata/testing';
import type { TestCluster } from '@strata/testing';
import type { IncomingMessage, ServerResponse } from 'node:http';

type Fields = Record<string, unknown>;

interface Named extends Fields {
  readonly metadata: { readonly name: string; readonly annotations?: Record<string, string> };
}

const infra = {
  snapshots: '/apis/snapshot.storage.k8s.io/v1/namespaces/cluster-shop/volumesnapshots',
  volumes: '/apis/cdi.kubevirt.io/v1beta1/namespaces/cluster-shop/datavolumes',
  claims: '/api/v1/namespaces/cluster-shop/persistentvolumeclaims',
  machines: '/apis/kubevirt.io/v1/namespaces/cluster-shop/virtualmachines',
  instances: '/apis/kubevirt.io/v1/namespaces/cluster-shop/virtualmachineinstances',
} as const;

/** Paths of the user cluster. */
const tenant = {
  volumes: '/api/v1/persistentvolumes',
  attachments: '/apis/storage.k8s.io/v1/volumeattachments',
  pods: '/api/v1/pods',
  classes: '/apis/storage.k8s.io/v1/storageclasses',
} as const;

/** The volumes of the user cluster `shop`, on both clusters, which are at one address. */
export class PlayedVolumes {
  /** Changes, in their order. */
  readonly changes: string[] = [];
  /** Bodies of what was made, by their paths. */
  readonly made: Record<string, Named> = {};
  /** Lists of objects, by their paths. */
  readonly lists: Record<string, Named[]> = {};
  /** Other objects, by their paths. */
  readonly objects: Record<string, Fields> = {};
  /** Called after each change. */
  onChange: (change: string) => void = () => undefined;
  /** Status of new snapshots. */
  snapshotStatus: Fields = { readyToUse: true, restoreSize: '2Gi' };
  /** Phase of new volumes. */
  phase = 'Succeeded';

  constructor() {
    for (const path of [...Object.values(infra), ...Object.values(tenant)]) this.lists[path] = [];
  }

  /** Adds a volume with its claim of both clusters, and a snapshot of the run `r1`. */
  add(name: string, claim: string, isBound = true): void {
    this.lists[infra.snapshots]?.push({
      metadata: {
        name: `${name}.r1`,
        creationTimestamp: '2027-03-08T02:00:00Z',
        labels: { 'strata.dev/backup-run': 'r1' },
        annotations: {
          'strata.dev/volume-storage-class': 'fast',
          'strata.dev/volume-access-modes': 'ReadWriteOnce ReadWriteMany',
          'strata.dev/volume-mode': 'Block',
        },
      },
      spec: { volumeSnapshotClassName: 'snap', source: { persistentVolumeClaimName: name } },
      status: { readyToUse: true, restoreSize: '2Gi' },
    } as Named);
    if (!isBound) return;
    this.#make(name, '2Gi');
    this.lists[tenant.volumes]?.push({
      metadata: { name },
      spec: {
        csi: { driver: 'csi.kubevirt.io', volumeHandle: name },
        claimRef: { namespace: 'shop', name: claim },
        capacity: { storage: '2Gi' },
      },
    });
  }

  /** Lets a volume of the user cluster count as attached. */
  attach(volume: string, nodeName: string): void {
    this.lists[tenant.attachments]?.push({
      metadata: { name: `csi-${volume}` },
      spec: { nodeName, source: { persistentVolumeName: volume } },
    });
  }

  start(): Promise<TestCluster> {
    return answeringCluster((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => this.#answer(request, response, Buffer.concat(chunks).toString()));
    });
  }

  #make(name: string, storage: string): void {
    const claim = { metadata: { name }, spec: { resources: { requests: { storage } } } };
    this.objects[`${infra.claims}/${name}`] = claim;
    this.objects[`${infra.volumes}/${name}`] = {
      metadata: { name, uid: `uid of ${name}` },
      status: { phase: 'Succeeded' },
    };
  }

  #answer(
    { method = '', url = '' }: IncomingMessage,
    response: ServerResponse,
    body: string,
  ): void {
    const path = url.split('?')[0] ?? '';
    const send = (code: number, object: unknown) => {
      response.writeHead(code).end(JSON.stringify(object));
    };
    if (method === 'GET') {
      const list = this.lists[path];
      const found = list === undefined ? this.objects[path] : { items: list };
      send(found === undefined ? 404 : 200, found ?? {});
      return;
    }
    if (method === 'DELETE') delete this.objects[path];
    else this.#create(path, JSON.parse(body) as Named);
    const change = `${method} ${path}`;
    this.changes.push(change);
    this.onChange(change);
    send(method === 'POST' ? 201 : 200, {});
  }

  #create(path: string, object: Named): void {
    const { name, annotations } = object.metadata;
    this.made[path] = object;
    if (path === infra.snapshots) {
      const metadata = { ...object.metadata, creationTimestamp: '2027-03-09T09:00:00Z' };
      this.lists[path]?.push({ ...object, metadata, status: this.snapshotStatus });
    } else if (path === infra.volumes) {
      const { pvc } = object.spec as { pvc: { resources: { requests: { storage: string } } } };
      this.#make(name, pvc.resources.requests.storage);
      this.objects[`${path}/${name}`] = {
        metadata: { name, uid: `new uid of ${name}`, annotations },
        status: { phase: this.phase },
      };
    }
  }
}
