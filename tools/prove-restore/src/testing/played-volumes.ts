// SPDX-License-Identifier: Apache-2.0
import { answeringCluster } from '@strata/testing';
import type { TestCluster } from '@strata/testing';
import type { IncomingMessage, ServerResponse } from 'node:http';

type Fields = Record<string, unknown>;

interface Named extends Fields {
  readonly metadata: {
    readonly name: string;
    readonly annotations?: Record<string, string>;
    labels?: Record<string, string | null>;
  };
}

interface VolumeSpec {
  readonly pvc: { readonly resources: { readonly requests: { readonly storage: string } } };
  readonly source: {
    readonly snapshot?: { readonly name: string };
    readonly pvc?: { readonly name: string };
  };
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
  /** Phase of new volumes, by their names; that of others is `Succeeded`. */
  readonly phases: Record<string, string> = {};
  /** Data of each claim and of each snapshot of the infra cluster, by their names. */
  readonly data: Record<string, string> = {};
  /** Whether snapshots lose their data when their volume is removed, as those inside of a volume do. */
  snapshotsEndWithVolume = false;

  constructor() {
    for (const path of [...Object.values(infra), ...Object.values(tenant)]) this.lists[path] = [];
  }

  /** Adds a volume with its claim of both clusters, and a snapshot of the run `r1`. */
  add(name: string, claim: string, isBound = true): void {
    this.addSnapshot(name, 'r1', '2027-03-08T02:00:00Z');
    if (!isBound) return;
    this.#make(name, '2Gi', 'new');
    this.lists[tenant.volumes]?.push({
      metadata: { name },
      spec: {
        csi: { driver: 'csi.kubevirt.io', volumeHandle: name },
        claimRef: { namespace: 'shop', name: claim },
        capacity: { storage: '2Gi' },
      },
    });
  }

  /** Adds a snapshot of a volume, the newest. */
  addSnapshot(name: string, run: string, creationTimestamp: string): void {
    this.data[`${name}.${run}`] = `data of ${run}`;
    this.lists[infra.snapshots]?.push({
      metadata: {
        name: `${name}.${run}`,
        creationTimestamp,
        labels: { 'strata.dev/backup-run': run },
        annotations: {
          'strata.dev/volume-storage-class': 'fast',
          'strata.dev/volume-access-modes': 'ReadWriteOnce ReadWriteMany',
          'strata.dev/volume-mode': 'Block',
        },
      },
      spec: { volumeSnapshotClassName: 'snap', source: { persistentVolumeClaimName: name } },
      status: { readyToUse: true, restoreSize: '2Gi' },
    } as Named);
  }

  /** Labels of a snapshot, or undefined when it is gone. */
  labelsOf(name: string): unknown {
    return this.lists[infra.snapshots]?.find(({ metadata }) => metadata.name === name)?.metadata
      .labels;
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

  #make(name: string, storage: string, data: string): void {
    this.data[name] = data;
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
      const list = path === infra.volumes ? this.#volumes() : this.lists[path];
      const found = list === undefined ? this.objects[path] : { items: list };
      send(found === undefined ? 404 : 200, found ?? {});
      return;
    }
    if (method === 'DELETE') this.#remove(path);
    else if (method === 'PATCH') this.#label(path, JSON.parse(body) as Named);
    else this.#create(path, JSON.parse(body) as Named);
    const change = `${method} ${path}`;
    this.changes.push(change);
    this.onChange(change);
    send(method === 'POST' ? 201 : 200, {});
  }

  #volumes(): Fields[] {
    const isVolume = (path: string) => path.startsWith(`${infra.volumes}/`);
    return Object.keys(this.objects)
      .filter(isVolume)
      .map((path) => this.objects[path] ?? {});
  }

  #remove(path: string): void {
    Reflect.deleteProperty(this.objects, path);
    const name = path.split('/').at(-1) ?? '';
    this.lists[infra.snapshots] = (this.lists[infra.snapshots] ?? []).filter(
      ({ metadata }) => path !== `${infra.snapshots}/${metadata.name}`,
    );
    if (path !== `${infra.claims}/${name}`) return;
    Reflect.deleteProperty(this.data, name);
    if (!this.snapshotsEndWithVolume) return;
    for (const key of Object.keys(this.data))
      if (key.startsWith(`${name}.`)) Reflect.deleteProperty(this.data, key);
  }

  /** A merge patch of labels: null takes one off. */
  #label(path: string, change: Named): void {
    const found = this.lists[infra.snapshots]?.find(
      ({ metadata }) => path === `${infra.snapshots}/${metadata.name}`,
    );
    if (found?.metadata.labels === undefined) throw new Error(`${path} is not there`);
    for (const [key, value] of Object.entries(change.metadata.labels ?? {})) {
      found.metadata.labels[key] = value;
      if (value === null) Reflect.deleteProperty(found.metadata.labels, key);
    }
  }

  #create(path: string, object: Named): void {
    const { name, annotations } = object.metadata;
    this.made[path] = object;
    this.made[`${path}/${name}`] = object;
    if (path === infra.snapshots) {
      const { source } = object.spec as { source: { persistentVolumeClaimName: string } };
      this.data[name] = this.data[source.persistentVolumeClaimName] ?? '';
      const labels = { ...object.metadata.labels };
      const creationTimestamp = '2027-03-09T09:00:00Z';
      const metadata = { ...object.metadata, labels, creationTimestamp };
      this.lists[path]?.push({ ...object, metadata, status: this.snapshotStatus });
    } else if (path === infra.volumes) {
      const { pvc, source } = object.spec as VolumeSpec;
      const from = source.snapshot ?? source.pvc;
      this.#make(name, pvc.resources.requests.storage, this.data[from?.name ?? ''] ?? 'nothing');
      this.objects[`${path}/${name}`] = {
        metadata: { name, uid: `new uid of ${name}`, annotations },
        status: { phase: this.phases[name] ?? 'Succeeded' },
      };
    }
  }
}
