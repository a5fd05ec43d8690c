// SPDX-License-Identifier: Apache-2.0
import type { ApiClient } from '@strata/cluster-client';
import { z } from 'zod';
import { ProveError } from '../prove-error.ts';
import type { ClaimName } from './command-line.ts';

/** Name of the CSI driver in volumes and classes. @see https://github.com/kubevirt/csi-driver */
const driver = 'csi.kubevirt.io';

const named = z.object({ namespace: z.string().default(''), name: z.string() });

const volumes = z.object({
  items: z.array(
    z.object({
      metadata: named,
      spec: z.object({
        csi: z.object({ driver: z.string(), volumeHandle: z.string() }).optional(),
        claimRef: named.optional(),
        capacity: z.object({ storage: z.string() }),
      }),
    }),
  ),
});

const attachments = z.object({
  items: z.array(
    z.object({
      spec: z.object({
        nodeName: z.string(),
        source: z.object({ persistentVolumeName: z.string().optional() }),
      }),
    }),
  ),
});

const pods = z.object({
  items: z.array(
    z.object({
      metadata: named,
      spec: z.object({
        volumes: z
          .array(
            z.object({
              persistentVolumeClaim: z.object({ claimName: z.string() }).optional(),
            }),
          )
          .default([]),
      }),
      status: z.object({ phase: z.string().default('') }).default({ phase: '' }),
    }),
  ),
});

const classes = z.object({
  items: z.array(
    z.object({
      metadata: named,
      provisioner: z.string(),
      parameters: z.record(z.string(), z.string()).default({}),
      reclaimPolicy: z.string().default('Delete'),
    }),
  ),
});

const claimObject = z.object({
  spec: z.object({ volumeName: z.string().default('') }).default({ volumeName: '' }),
});

/** A volume that gets a new claim. */
export interface AdoptedVolume {
  readonly name: string;
  /** That of its DataVolume. */
  readonly uid: string;
  readonly size: string;
  readonly isBlock: boolean;
}

/** A volume as the user cluster knows it. */
export interface TenantVolume {
  /** Name of its PersistentVolume. */
  readonly name: string;
  /** Name of its volume on the infra cluster. */
  readonly handle: string;
  readonly claim: ClaimName | undefined;
  readonly size: string;
  /** Pods that are in the way: they have its claim. */
  readonly pods: readonly string[];
  /** Nodes that it is attached to, or is to be. */
  readonly nodes: readonly string[];
}

/** The volumes of a user cluster, as its own API knows them. */
export class TenantVolumes {
  readonly #api: ApiClient;

  constructor(api: ApiClient) {
    this.#api = api;
  }

  async list(): Promise<readonly TenantVolume[]> {
    const ask = (path: string) => this.#api.request('GET', path);
    const found = volumes.parse(await ask('/api/v1/persistentvolumes'));
    const attached = attachments.parse(await ask('/apis/storage.k8s.io/v1/volumeattachments'));
    const users = pods.parse(await ask('/api/v1/pods'));
    return found.items.flatMap(({ metadata, spec }) => {
      const { capacity, claimRef, csi } = spec;
      if (csi?.driver !== driver) return [];
      const uses = (pod: (typeof users.items)[number]) =>
        pod.metadata.namespace === claimRef?.namespace &&
        !['Succeeded', 'Failed'].includes(pod.status.phase) &&
        pod.spec.volumes.some((one) => one.persistentVolumeClaim?.claimName === claimRef.name);
      return [
        {
          name: metadata.name,
          handle: csi.volumeHandle,
          claim: claimRef,
          size: capacity.storage,
          pods: users.items
            .filter(uses)
            .map((pod) => `${pod.metadata.namespace}/${pod.metadata.name}`),
          nodes: attached.items
            .filter((one) => one.spec.source.persistentVolumeName === metadata.name)
            .map((one) => one.spec.nodeName),
        },
      ];
    });
  }

  /** Returns the volume of a claim, '' for a claim without one, and undefined when there is no claim. */
  async volumeOf({ name, namespace }: ClaimName): Promise<string | undefined> {
    const path = `/api/v1/namespaces/${namespace}/persistentvolumeclaims/${name}`;
    const found = await this.#api.get(path);
    return found === undefined ? undefined : claimObject.parse(found).spec.volumeName;
  }

  async hasNamespace({ namespace }: ClaimName): Promise<boolean> {
    return (await this.#api.get(`/api/v1/namespaces/${namespace}`)) !== undefined;
  }

  /**
   * Returns the class of the user cluster by which volumes of a class of the infra cluster are made.
   *
   * @throws ProveError when there is none.
   */
  async classOf(infraClass: string) {
    const all = classes.parse(
      await this.#api.request('GET', '/apis/storage.k8s.io/v1/storageclasses'),
    );
    const found = all.items.find(
      ({ parameters, provisioner }) =>
        provisioner === driver && parameters.infraStorageClassName === infraClass,
    );
    if (found !== undefined) return found;
    throw new ProveError(
      `No StorageClass of the user cluster is from "${infraClass}": add one to storage.classes in its file, and bring the stack up.`,
    );
  }

  /**
   * Makes a PersistentVolume of a volume that is there, and a claim that has it, as the driver's provisioner
   * would. A program finds the disk by its serial number, which is the UID of the DataVolume. A claim that
   * has the volume already stays: somebody has killed a restore between the two.
   */
  async adopt(
    claim: ClaimName,
    volume: AdoptedVolume,
    { metadata, parameters, reclaimPolicy }: Awaited<ReturnType<TenantVolumes['classOf']>>,
  ): Promise<void> {
    const common = {
      storageClassName: metadata.name,
      accessModes: ['ReadWriteOnce'],
      volumeMode: volume.isBlock ? 'Block' : 'Filesystem',
    };
    if ((await this.volumeOf(claim)) !== volume.name) {
      await this.#api.post(`/api/v1/namespaces/${claim.namespace}/persistentvolumeclaims`, {
        apiVersion: 'v1',
        kind: 'PersistentVolumeClaim',
        metadata: { name: claim.name },
        spec: {
          ...common,
          volumeName: volume.name,
          resources: { requests: { storage: volume.size } },
        },
      });
    }
    await this.#api.post('/api/v1/persistentvolumes', {
      apiVersion: 'v1',
      kind: 'PersistentVolume',
      metadata: {
        name: volume.name,
        annotations: { 'pv.kubernetes.io/provisioned-by': driver },
      },
      spec: {
        ...common,
        capacity: { storage: volume.size },
        persistentVolumeReclaimPolicy: reclaimPolicy,
        claimRef: {
          apiVersion: 'v1',
          kind: 'PersistentVolumeClaim',
          namespace: claim.namespace,
          name: claim.name,
        },
        csi: {
          driver,
          volumeHandle: volume.name,
          ...(!volume.isBlock && { fsType: parameters['csi.storage.k8s.io/fstype'] ?? 'ext4' }),
          volumeAttributes: { bus: parameters.bus ?? 'scsi', serial: volume.uid },
        },
      },
    });
  }
}
