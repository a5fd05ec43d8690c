// SPDX-License-Identifier: Apache-2.0
import type { V1DataVolumeTemplateSpec } from '@kubevirt-ui-ext/kubevirt-api/kubevirt';
import type { ClusterReader } from '@strata/cluster-client';
import type { Storage } from '@strata/contracts';
import { parseQuantity } from '@strata/contracts/quantity';

/** A disk of etcd as the infra cluster has it. */
export interface EtcdDisk {
  /** Name of the DataVolume and of its claim. */
  readonly name: string;
  /** StorageClass that the disk is in. */
  readonly className: string;
  readonly volumeMode: 'Block' | 'Filesystem';
  /** Access modes of the claim; they never change. @default those that the class has */
  readonly accessModes?: Storage['accessModes'] | undefined;
  /** Size that the DataVolume asked for when the disk was made; it never changes. */
  readonly madeGiB: number;
  /** Size that the claim asks for now, without what CDI adds for a file system. */
  readonly sizeGiB: number;
  /** All that the claim asks for now, rounded up. */
  readonly claimMiB: number;
  /** `spec` of the DataVolume, which CDI lets nobody change. @default as the stack's file asks for */
  readonly spec?: V1DataVolumeTemplateSpec['spec'];
}

/** Returns the name of the disk of etcd of a control-plane VM. */
export const etcdDiskName = (machine: string) => `${machine}-etcd`;

/**
 * Share of a claim's size that CDI adds for the file system around a disk image.
 *
 * @see https://github.com/kubevirt/containerized-data-importer/blob/v1.65.0/pkg/common/common.go `DefaultGlobalOverhead`
 */
const fileSystemOverhead = 0.06;

const overheadOf = (volumeMode: EtcdDisk['volumeMode']) =>
  volumeMode === 'Filesystem' ? fileSystemOverhead : 0;

/** Returns how many MiB a claim must ask for so that the disk in it has this size. */
export function claimMebibytes(sizeGiB: number, volumeMode: EtcdDisk['volumeMode']): number {
  return Math.ceil(sizeGiB * 1024 * (1 + overheadOf(volumeMode)));
}

/**
 * Returns the size of a disk by its claim. If {@link claimMebibytes} gives what the claim asks for at no
 * size, the claim is as CDI made it, with the platform's own `cdi.filesystemOverhead`.
 */
function diskGiB(claimGiB: number, madeGiB: number, volumeMode: EtcdDisk['volumeMode']): number {
  const sizeGiB = Math.round(claimGiB / (1 + overheadOf(volumeMode)));
  return claimGiB * 1024 === claimMebibytes(sizeGiB, volumeMode) ? sizeGiB : madeGiB;
}

interface Requests {
  readonly resources?: { readonly requests?: { readonly storage?: string } };
}

interface DataVolume {
  readonly spec: V1DataVolumeTemplateSpec['spec'] & {
    readonly storage?: Requests;
    readonly pvc?: Requests;
  };
}

interface Claim {
  readonly spec: Requests & {
    readonly storageClassName?: string;
    readonly volumeMode?: EtcdDisk['volumeMode'];
    readonly accessModes?: Storage['accessModes'];
  };
}

function gibibytes(of: Requests | undefined): number | undefined {
  const bytes = parseQuantity(of?.resources?.requests?.storage);
  return bytes === undefined ? undefined : bytes / 2 ** 30;
}

/**
 * Reads the disks of etcd of a user cluster.
 *
 * @param machines - names of its control-plane VMs, past ones too.
 * @returns those that exist.
 */
export async function readEtcdDisks(
  { get }: ClusterReader,
  namespace: string,
  machines: readonly string[],
): Promise<EtcdDisk[]> {
  const disks = machines.map(async (machine) => {
    const name = etcdDiskName(machine);
    const [volume, claim] = await Promise.all([
      get<DataVolume>(`/apis/cdi.kubevirt.io/v1beta1/namespaces/${namespace}/datavolumes/${name}`),
      get<Claim>(`/api/v1/namespaces/${namespace}/persistentvolumeclaims/${name}`),
    ]);
    if (claim === undefined || volume === undefined) return [];
    const madeGiB = gibibytes(volume.spec.storage ?? volume.spec.pvc);
    const claimGiB = gibibytes(claim.spec);
    if (madeGiB === undefined || claimGiB === undefined) return [];
    const { accessModes, storageClassName: className = '', volumeMode = 'Filesystem' } = claim.spec;
    const sizeGiB = diskGiB(claimGiB, madeGiB, volumeMode);
    const claimMiB = Math.ceil(claimGiB * 1024);
    const kept = { className, volumeMode, ...(accessModes !== undefined && { accessModes }) };
    return [{ name, ...kept, madeGiB, sizeGiB, claimMiB, spec: volume.spec }];
  });
  return (await Promise.all(disks)).flat();
}
