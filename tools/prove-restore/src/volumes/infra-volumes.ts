// SPDX-License-Identifier: Apache-2.0
import type { ApiClient } from '@strata/cluster-client';
import {
  backedUpVolume,
  backupHoldLabel,
  backupRunLabel,
  clusterNamespace,
  labelKeys,
} from '@strata/contracts';
import { z } from 'zod';

const texts = z.record(z.string(), z.string()).default({});

const snapshot = z.object({
  metadata: z.object({
    name: z.string(),
    creationTimestamp: z.string(),
    labels: texts,
    annotations: texts,
  }),
  spec: z.object({
    volumeSnapshotClassName: z.string().optional(),
    source: z.object({ persistentVolumeClaimName: z.string().optional() }),
  }),
  status: z
    .object({
      readyToUse: z.boolean().default(false),
      restoreSize: z.string().optional(),
      error: z.object({ message: z.string().optional() }).optional(),
    })
    .default({ readyToUse: false }),
});

const snapshots = z.object({ items: z.array(snapshot) });

/** A snapshot of a volume, and how its volume was. */
export interface FoundSnapshot {
  readonly name: string;
  readonly volume: string;
  /** Job that took it, or a restore that kept the former data. */
  readonly run: string;
  /** Run of the restore that has not ended and needs it. */
  readonly hold: string | undefined;
  /** RFC 3339. */
  readonly created: string;
  readonly isReady: boolean;
  readonly size: string | undefined;
  readonly error: string | undefined;
  readonly snapshotClass: string | undefined;
  readonly storageClass: string;
  readonly accessModes: readonly string[];
  readonly volumeMode: string;
}

const dataVolume = z.object({
  metadata: z.object({ name: z.string(), uid: z.string(), annotations: texts }),
  status: z.object({ phase: z.string().default('') }).default({ phase: '' }),
});

const claim = z.object({
  spec: z.object({ resources: z.object({ requests: z.object({ storage: z.string() }) }) }),
});

const volumeList = z.array(z.object({ name: z.string() })).default([]);

const machines = z.object({
  items: z.array(
    z.object({
      metadata: z.object({ name: z.string() }),
      spec: z.object({
        template: z
          .object({ spec: z.object({ volumes: volumeList }) })
          .default({ spec: { volumes: [] } }),
      }),
      status: z.object({ volumeStatus: volumeList }).default({ volumeStatus: [] }),
    }),
  ),
});

/** Annotations of a DataVolume with the snapshot that its data is from, and the run of the restore. */
const restored = { from: 'strata.dev/restored-from', by: 'strata.dev/restored-by' } as const;

/** Name of the copy of a snapshot that a restore makes before it removes the volume. */
export const copyOf = (volume: string) => `${volume}-restore`;

/** A volume as it is now. */
export interface FoundVolume {
  readonly uid: string;
  readonly phase: string;
  /** Name of the snapshot from which a restore has made it. */
  readonly restoredFrom: string | undefined;
  /** Run of the snapshots that this restore has taken first. */
  readonly restoredBy: string | undefined;
}

/** A volume that is to be made. */
export interface NewVolume {
  readonly snapshot: FoundSnapshot;
  /** Run of the snapshots that the restore takes first. */
  readonly former: string;
  readonly size: string;
}

function foundVolume({ metadata, status }: z.infer<typeof dataVolume>): FoundVolume {
  const { annotations, uid } = metadata;
  const { [restored.by]: restoredBy, [restored.from]: restoredFrom } = annotations;
  return { uid, phase: status.phase, restoredFrom, restoredBy };
}

function foundSnapshot({ metadata, spec, status }: z.infer<typeof snapshot>): FoundSnapshot {
  const { annotations, creationTimestamp, labels, name } = metadata;
  return {
    name,
    volume: spec.source.persistentVolumeClaimName ?? '',
    run: labels[backupRunLabel] ?? '',
    hold: labels[backupHoldLabel],
    created: creationTimestamp,
    isReady: status.readyToUse,
    size: status.restoreSize,
    error: status.error?.message,
    snapshotClass: spec.volumeSnapshotClassName,
    storageClass: annotations[backedUpVolume.storageClass] ?? '',
    accessModes: (annotations[backedUpVolume.accessModes] ?? '').split(' '),
    volumeMode: annotations[backedUpVolume.volumeMode] ?? 'Filesystem',
  };
}

/** The volumes of a user cluster and their snapshots, in its namespace on the infra cluster. */
export class InfraVolumes {
  readonly name: string;
  readonly #api: ApiClient;
  readonly #cluster: string;

  constructor(api: ApiClient, cluster: string) {
    this.#api = api;
    this.#cluster = cluster;
    this.name = clusterNamespace(cluster);
  }

  /** Snapshots of backups, and those that restores took first; the newest come first. */
  async snapshots(): Promise<readonly FoundSnapshot[]> {
    const selector = encodeURIComponent(backupRunLabel);
    const path = `${this.#path('snapshot.storage.k8s.io/v1', 'volumesnapshots')}?labelSelector=${selector}`;
    const found = await this.#api.get(path);
    return snapshots
      .parse(found ?? { items: [] })
      .items.map(foundSnapshot)
      .toSorted((a, b) => (a.created < b.created ? 1 : -1));
  }

  async volume(name: string): Promise<FoundVolume | undefined> {
    const found = await this.#api.get(this.#path('cdi.kubevirt.io/v1beta1', 'datavolumes', name));
    return found === undefined ? undefined : foundVolume(dataVolume.parse(found));
  }

  /** All volumes of the namespace by their names, copies of snapshots among them. */
  async volumes(): Promise<ReadonlyMap<string, FoundVolume>> {
    const found = await this.#api.request(
      'GET',
      this.#path('cdi.kubevirt.io/v1beta1', 'datavolumes'),
    );
    const { items } = z.object({ items: z.array(dataVolume) }).parse(found);
    return new Map(items.map((one) => [one.metadata.name, foundVolume(one)]));
  }

  /** Size that the claim of a volume asks for; undefined when there is none. */
  async claimSize(name: string): Promise<string | undefined> {
    const found = await this.#api.get(this.#path('v1', 'persistentvolumeclaims', name));
    return found === undefined ? undefined : claim.parse(found).spec.resources.requests.storage;
  }

  /** Names of the machines that have each volume, or are to have it. */
  async users(): Promise<ReadonlyMap<string, readonly string[]>> {
    const users = new Map<string, string[]>();
    for (const kind of ['virtualmachines', 'virtualmachineinstances']) {
      const list = await this.#api.request('GET', this.#path('kubevirt.io/v1', kind));
      for (const { metadata, spec, status } of machines.parse(list).items) {
        for (const { name } of [...spec.template.spec.volumes, ...status.volumeStatus]) {
          const known = users.get(name) ?? [];
          if (!known.includes(metadata.name)) users.set(name, [...known, metadata.name]);
        }
      }
    }
    return users;
  }

  /** Takes a snapshot of a volume as it is, of the same class as another one. */
  async keep(like: FoundSnapshot, run: string): Promise<void> {
    await this.#api.post(this.#path('snapshot.storage.k8s.io/v1', 'volumesnapshots'), {
      apiVersion: 'snapshot.storage.k8s.io/v1',
      kind: 'VolumeSnapshot',
      metadata: {
        name: `${like.volume}.${run}`,
        labels: {
          [labelKeys.managedBy]: 'strata',
          [backupRunLabel]: run,
          [backupHoldLabel]: run,
        },
        annotations: {
          [backedUpVolume.storageClass]: like.storageClass,
          [backedUpVolume.volumeMode]: like.volumeMode,
          [backedUpVolume.accessModes]: like.accessModes.join(' '),
        },
      },
      spec: {
        ...(like.snapshotClass !== undefined && { volumeSnapshotClassName: like.snapshotClass }),
        source: { persistentVolumeClaimName: like.volume },
      },
    });
  }

  /** Keeps the job of the schedule from deleting a snapshot. */
  async hold(name: string, run: string): Promise<void> {
    await this.#label(name, run);
  }

  /** Lets the job of the schedule delete the snapshots of volumes again. */
  async release(volumes: readonly string[]): Promise<void> {
    for (const { hold, name, volume } of await this.snapshots()) {
      if (hold !== undefined && volumes.includes(volume)) await this.#label(name, null);
    }
  }

  async drop(snapshotName: string): Promise<void> {
    await this.#api.delete(
      this.#path('snapshot.storage.k8s.io/v1', 'volumesnapshots', snapshotName),
    );
  }

  async #label(name: string, value: string | null): Promise<void> {
    const path = this.#path('snapshot.storage.k8s.io/v1', 'volumesnapshots', name);
    await this.#api.patch(path, { metadata: { labels: { [backupHoldLabel]: value } } });
  }

  async remove(name: string): Promise<void> {
    await this.#api.delete(this.#path('cdi.kubevirt.io/v1beta1', 'datavolumes', name));
    await this.#api.delete(this.#path('v1', 'persistentvolumeclaims', name));
  }

  /**
   * Makes a copy of a snapshot. It has no label of the cluster, so it is none of its volumes to the CSI driver
   * and to the job of the schedule. CDI fills it at once, also where a class waits for a pod.
   */
  async makeCopy(volume: NewVolume): Promise<void> {
    const { name, volume: of } = volume.snapshot;
    await this.#make(volume, {
      metadata: {
        name: copyOf(of),
        labels: { [labelKeys.managedBy]: 'strata' },
        annotations: { 'cdi.kubevirt.io/storage.bind.immediate.requested': 'true' },
      },
      source: { snapshot: { namespace: this.name, name } },
    });
  }

  /**
   * Makes a volume from the copy of a snapshot. It has the name and the label by which the CSI driver finds it.
   *
   * @see https://github.com/kubevirt/csi-driver/blob/805f17a9a2801352d7e42b92243f660fcda732c2/pkg/service/controller.go `CreateVolume`
   */
  async make(volume: NewVolume): Promise<void> {
    const name = volume.snapshot.volume;
    await this.#make(volume, {
      metadata: { name, labels: { [labelKeys.clusterName]: this.#cluster }, annotations: {} },
      source: { pvc: { namespace: this.name, name: copyOf(name) } },
    });
  }

  async #make(
    { former, size, snapshot: { accessModes, name, storageClass, volumeMode } }: NewVolume,
    {
      metadata,
      source,
    }: {
      readonly metadata: {
        readonly name: string;
        readonly labels: object;
        readonly annotations: object;
      };
      readonly source: object;
    },
  ): Promise<void> {
    await this.#api.post(this.#path('cdi.kubevirt.io/v1beta1', 'datavolumes'), {
      apiVersion: 'cdi.kubevirt.io/v1beta1',
      kind: 'DataVolume',
      metadata: {
        ...metadata,
        annotations: {
          'cdi.kubevirt.io/storage.deleteAfterCompletion': 'false',
          ...metadata.annotations,
          [restored.from]: name,
          [restored.by]: former,
        },
      },
      spec: {
        source,
        pvc: {
          storageClassName: storageClass,
          accessModes,
          volumeMode,
          resources: { requests: { storage: size } },
        },
      },
    });
  }

  #path(version: string, plural: string, name?: string): string {
    const root = version === 'v1' ? '/api/v1' : `/apis/${version}`;
    const own = name === undefined ? '' : `/${name}`;
    return `${root}/namespaces/${this.name}/${plural}${own}`;
  }
}
