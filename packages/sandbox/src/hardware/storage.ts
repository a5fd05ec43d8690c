// SPDX-License-Identifier: Apache-2.0
import { ApiError, type Api } from '../kubernetes/api.ts';
import type { ApiObject } from '../kubernetes/objects.ts';
import { Reconciler } from '../kubernetes/reconciler.ts';
import { watchObjects, type Watched } from '../kubernetes/watched.ts';

/** Name of the provisioner, in the StorageClass and on every volume it made. */
const provisioner = 'block.sandbox.strata.dev';

/** The class that claims get when they name none, for pods as for virtual machines. */
const storageClass = {
  apiVersion: 'storage.k8s.io/v1',
  kind: 'StorageClass',
  metadata: {
    name: 'sandbox-block',
    annotations: {
      'storageclass.kubernetes.io/is-default-class': 'true',
      'storageclass.kubevirt.io/is-default-virt-class': 'true',
    },
  },
  provisioner,
  reclaimPolicy: 'Delete',
  volumeBindingMode: 'Immediate',
  allowVolumeExpansion: true,
} as const;

interface Claim extends ApiObject {
  readonly spec: {
    readonly storageClassName?: string;
    readonly volumeName?: string;
    readonly volumeMode?: string;
    readonly accessModes?: readonly string[];
    readonly resources?: { readonly requests?: Readonly<Record<string, string>> };
    readonly dataSource?: unknown;
    readonly dataSourceRef?: { readonly apiGroup?: string };
  };
}

interface Volume extends ApiObject {
  readonly status?: { readonly phase?: string };
}

/**
 * Plays shared block storage: gives every claim of its class a volume that any host can reach, and
 * removes volumes whose claim is gone. No byte is stored: there is no guest to read it.
 */
export class Storage {
  private readonly api: Api;
  private readonly reconciler: Reconciler;
  private readonly claims: Watched<Claim>;
  private readonly volumes: Watched<Volume>;

  constructor(api: Api, log: (message: string) => void) {
    this.api = api;
    this.reconciler = new Reconciler(
      () => this.pass(),
      (error) => log(`storage: ${error.message}`),
    );
    const trigger = () => this.reconciler.trigger();
    this.claims = watchObjects(api, '/api/v1/persistentvolumeclaims', trigger);
    this.volumes = watchObjects(api, '/api/v1/persistentvolumes', trigger);
  }

  /** Creates the StorageClass; call it once the API server is ready. */
  async install(): Promise<void> {
    await this.create('/apis/storage.k8s.io/v1/storageclasses', storageClass);
  }

  async stop(): Promise<void> {
    await this.reconciler.stop();
    this.claims.stop();
    this.volumes.stop();
  }

  private async pass(): Promise<void> {
    for (const claim of this.claims.list().filter(waitsForVolume)) {
      await this.create('/api/v1/persistentvolumes', renderVolume(claim));
    }
    for (const { metadata } of this.volumes.list().filter(isReleased)) {
      await this.api.request('DELETE', `/api/v1/persistentvolumes/${metadata.name}`);
    }
  }

  private async create(path: string, body: object): Promise<void> {
    try {
      await this.api.request('POST', path, { body });
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 409) throw error;
    }
  }
}

/** Whether the storage is to fill this claim: an unbound one of its class, without a populator. */
function waitsForVolume({ metadata, spec }: Claim): boolean {
  const isOurs = spec.storageClassName === storageClass.metadata.name;
  // CDI fills claims with a data source of its own kind through a second claim, and rebinds.
  const hasPopulator = spec.dataSourceRef !== undefined;
  return isOurs && !spec.volumeName && !hasPopulator && metadata.deletionTimestamp === undefined;
}

function isReleased({ metadata, status }: Volume): boolean {
  const isOurs = metadata.annotations?.['pv.kubernetes.io/provisioned-by'] === provisioner;
  return isOurs && status?.phase === 'Released' && metadata.deletionTimestamp === undefined;
}

/** A volume made for one claim, under the name that external provisioners use. */
export function renderVolume({ metadata, spec }: Claim): Record<string, unknown> {
  return {
    apiVersion: 'v1',
    kind: 'PersistentVolume',
    metadata: {
      name: `pvc-${metadata.uid}`,
      annotations: { 'pv.kubernetes.io/provisioned-by': provisioner },
    },
    spec: {
      storageClassName: storageClass.metadata.name,
      persistentVolumeReclaimPolicy: storageClass.reclaimPolicy,
      accessModes: spec.accessModes,
      volumeMode: spec.volumeMode ?? 'Filesystem',
      capacity: { storage: spec.resources?.requests?.storage },
      csi: { driver: provisioner, volumeHandle: metadata.uid },
      claimRef: {
        apiVersion: 'v1',
        kind: 'PersistentVolumeClaim',
        namespace: metadata.namespace,
        name: metadata.name,
        uid: metadata.uid,
      },
    },
  };
}
