// SPDX-License-Identifier: Apache-2.0
import type { ApiClient } from '@strata/cluster-client';
import { createHash } from 'node:crypto';
import type { Disk } from '../boot-file.ts';
import type { ApiObject, Pod } from './objects.ts';

interface Claim extends ApiObject {
  readonly spec: { readonly volumeName?: string };
  readonly status?: { readonly phase?: string };
}

/** The fields of a CSI volume that a kubelet reads. */
export interface CsiSource {
  readonly driver: string;
  readonly volumeHandle: string;
  readonly volumeAttributes?: Readonly<Record<string, string>>;
}

interface PersistentVolume extends ApiObject {
  readonly spec: { readonly csi?: CsiSource };
}

interface VolumeAttachment extends ApiObject {
  readonly status?: {
    readonly attached?: boolean;
    readonly attachError?: { readonly message?: string };
  };
}

/** A disk of the machine that holds one of a pod's volumes. */
export interface MountedDisk {
  /** Name of the volume in the pod. */
  readonly volume: string;
  readonly serial: string;
}

/** State of a pod's volumes. */
export interface VolumeState {
  /** Names of the volumes as in Node.status.volumesInUse. */
  readonly inUse: readonly string[];
  /** Disks of the volumes, as far as the volumes name them. */
  readonly disks: readonly MountedDisk[];
  /** Reason why the pod has to wait. */
  readonly missing?: string;
}

/**
 * Returns the name of the VolumeAttachment that attaches a volume to a node.
 *
 * @see https://github.com/kubernetes/kubernetes/blob/v1.35.4/pkg/volume/csi/csi_attacher.go getAttachmentName
 */
export function attachmentName({ driver, volumeHandle }: CsiSource, nodeName: string): string {
  const hash = createHash('sha256').update(`${volumeHandle}${driver}${nodeName}`).digest('hex');
  return `csi-${hash}`;
}

/** Returns the name of a volume in the status of Nodes. */
export function uniqueVolumeName({ driver, volumeHandle }: CsiSource): string {
  return `kubernetes.io/csi/${driver}^${volumeHandle}`;
}

/**
 * Returns whether the machine has the disk with the serial number that the volume names; true for a
 * volume of a driver that names none.
 */
export function hasDisk({ volumeAttributes }: CsiSource, disks: readonly Disk[]): boolean {
  const serial = volumeAttributes?.serial;
  return serial === undefined || disks.some((disk) => disk.serial === serial);
}

async function claimState(
  api: ApiClient,
  nodeName: string,
  volumeInPod: string,
  path: string,
  disks: readonly Disk[],
): Promise<VolumeState> {
  const claim = await api.get<Claim>(path);
  const volumeName = claim?.spec.volumeName;
  if (claim?.status?.phase !== 'Bound' || volumeName === undefined) {
    return { inUse: [], disks: [], missing: `${path}: the claim is not bound` };
  }
  const volume = await api.get<PersistentVolume>(`/api/v1/persistentvolumes/${volumeName}`);
  const csi = volume?.spec.csi;
  if (csi === undefined) return { inUse: [], disks: [] };
  const serial = csi.volumeAttributes?.serial;
  const mounted = serial === undefined ? [] : [{ volume: volumeInPod, serial }];
  const found = { inUse: [uniqueVolumeName(csi)], disks: mounted };
  const attachments = '/apis/storage.k8s.io/v1/volumeattachments';
  const name = attachmentName(csi, nodeName);
  const attachment = await api.get<VolumeAttachment>(`${attachments}/${name}`);
  const { attached, attachError } = attachment?.status ?? {};
  if (attached !== true) {
    const why = attachError?.message ?? 'it is not attached yet';
    return { ...found, missing: `volume ${volumeName}: ${why}` };
  }
  if (!hasDisk(csi, disks)) {
    return {
      ...found,
      missing: `volume ${volumeName}: attached, but no such disk is in the machine`,
    };
  }
  return found;
}

/** Returns the serial number of the first of a pod's disks that the machine no longer has. */
export function lostDisk(
  mounted: readonly MountedDisk[],
  disks: readonly Disk[],
): string | undefined {
  return mounted.find(({ serial }) => disks.every((disk) => disk.serial !== serial))?.serial;
}

/** Returns the state of the volumes of one pod. @throws ApiError */
export async function volumeState(
  api: ApiClient,
  nodeName: string,
  pod: Pod,
  disks: readonly Disk[],
): Promise<VolumeState> {
  const states: VolumeState[] = [];
  for (const { name, persistentVolumeClaim: source } of pod.spec.volumes ?? []) {
    if (source === undefined) continue;
    const namespace = pod.metadata.namespace ?? 'default';
    const path = `/api/v1/namespaces/${namespace}/persistentvolumeclaims/${source.claimName}`;
    states.push(await claimState(api, nodeName, name, path, disks));
  }
  const missing = states.find((state) => state.missing !== undefined)?.missing;
  return {
    inUse: states.flatMap(({ inUse }) => inUse),
    disks: states.flatMap((state) => state.disks),
    ...(missing !== undefined && { missing }),
  };
}
