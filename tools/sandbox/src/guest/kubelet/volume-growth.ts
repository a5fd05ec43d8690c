// SPDX-License-Identifier: Apache-2.0
import { ApiError, type ApiClient } from '@strata/cluster-client';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ApiObject, Pod } from './objects.ts';
import { patchStrategic } from './patch-strategic.ts';
import type { CsiSource } from './volumes.ts';

/** Milliseconds between two looks at the claims. */
const interval = 5_000;

interface Condition {
  readonly type: string;
  readonly status: string;
}

/** The fields of a claim that its growth depends on. */
export interface GrowingClaim extends ApiObject {
  readonly spec: { readonly volumeName?: string };
  readonly status?: {
    readonly capacity?: Readonly<Record<string, string>>;
    readonly allocatedResources?: Readonly<Record<string, string>>;
    readonly allocatedResourceStatuses?: Readonly<Record<string, string>>;
    readonly conditions?: readonly Condition[];
  };
}

/** Types of the conditions of a claim that grows. */
const growing = new Set(['FileSystemResizePending', 'Resizing']);

/**
 * Returns the patch by which a kubelet reports that the file system of a claim has grown, once the
 * claim's resizer has left that to the node; undefined when there is nothing to report. Conditions
 * are merged by their type.
 *
 * @see https://github.com/kubernetes/kubernetes/blob/v1.35.4/pkg/volume/util/resize_util.go (MarkNodeExpansionFinishedWithRecovery)
 */
export function finishedGrowth({ status }: GrowingClaim): object | undefined {
  if (status?.allocatedResourceStatuses?.storage !== 'NodeResizePending') return undefined;
  const done = (status.conditions ?? []).filter(({ type }) => growing.has(type));
  return {
    status: {
      capacity: { storage: status.allocatedResources?.storage },
      allocatedResourceStatuses: { storage: null },
      conditions: done.map(({ type }) => ({ type, $patch: 'delete' })),
    },
  };
}

/** Grows the file system of a disk, by its serial number, to the size that the disk has. */
export type GrowDisk = (serial: string) => void;

interface PersistentVolume extends ApiObject {
  readonly spec: { readonly csi?: CsiSource };
}

/**
 * Grows the file systems of a pod's claims to the sizes of their disks, and reports the sizes of their
 * volumes: a kubelet does not look whether the disk has grown already.
 *
 * @throws ApiError
 * @see https://github.com/kubernetes/kubernetes/blob/v1.35.4/pkg/volume/util/operationexecutor/node_expander.go (expandOnPlugin)
 */
export async function growFileSystems(api: ApiClient, pod: Pod, grow: GrowDisk): Promise<void> {
  for (const { persistentVolumeClaim: source } of pod.spec.volumes ?? []) {
    if (source === undefined) continue;
    const namespace = pod.metadata.namespace ?? 'default';
    const path = `/api/v1/namespaces/${namespace}/persistentvolumeclaims/${source.claimName}`;
    try {
      const claim = await api.request<GrowingClaim>('GET', path);
      const patch = finishedGrowth(claim);
      if (patch === undefined) continue;
      const volume = `/api/v1/persistentvolumes/${claim.spec.volumeName ?? ''}`;
      const { spec } = await api.request<PersistentVolume>('GET', volume);
      const serial = spec.csi?.volumeAttributes?.serial;
      if (serial !== undefined) grow(serial);
      await patchStrategic(api, `${path}/status`, patch);
    } catch (error) {
      if (!(error instanceof ApiError && error.status === 404)) throw error;
    }
  }
}

/**
 * Grows file systems until the signal ends it.
 *
 * @param pods - Returns the pods that run on the node.
 * @param grow - Grows the file system of one disk.
 */
export async function followGrowth(
  api: ApiClient,
  { pods, grow }: { readonly pods: () => readonly Pod[]; readonly grow: GrowDisk },
  signal: AbortSignal,
  complain: (line: string) => void,
): Promise<void> {
  const isOver = () => signal.aborted;
  while (!isOver()) {
    try {
      for (const pod of pods()) await growFileSystems(api, pod, grow);
    } catch (error) {
      if (!isOver()) complain((error as Error).message);
    }
    await sleep(interval, undefined, { signal }).catch(() => undefined);
  }
}
