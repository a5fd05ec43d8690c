// SPDX-License-Identifier: Apache-2.0
import { diskStorage, inspectConfig } from '@strata/contracts';
import { kubevirtStackConfig } from '@strata/kubevirt-stack/config';
import type { ControlPlaneConfig, PoolConfig } from '@strata/user-cluster/config';
import type { KubevirtStackConfig } from '@strata/kubevirt-stack/config';
import { rootDiskGiB } from '@strata/user-cluster/disk-storage';
import type { EnvironmentFiles } from './address-plan/index.ts';
import type { MachineDisk } from './capacity/index.ts';
import { rawStackConfig } from './raw-stack-config.ts';

/** Part of a platform that decides where disks are stored and how large they are. */
export interface PlatformDisks {
  /** Undefined: its file does not say. */
  readonly storage?: KubevirtStackConfig['storage'] | undefined;
  readonly goldenImages: readonly { readonly name: string; readonly sizeGiB: number }[];
}

/** Reads what decides about disks from the file of an environment's platform. */
export function platformDisks({ name, platform }: EnvironmentFiles): PlatformDisks {
  if (platform === undefined) return { goldenImages: [] };
  const raw = rawStackConfig('kubevirt-stack', name, platform);
  const { images = [], storage } = inspectConfig(kubevirtStackConfig, raw).valid;
  return { storage, goldenImages: images };
}

/** Returns a disk with the StorageClass that its program gives it. */
export function storedDisk(
  { className, name, sizeGiB }: MachineDisk,
  { storage }: PlatformDisks,
): MachineDisk {
  const stored = storage && diskStorage({ className }, { storage });
  return { name, className: stored?.className ?? className, sizeGiB };
}

/**
 * Returns the disks of one VM that are volumes of the infra cluster: not those that are space or
 * files of its host, and no root disk that is never stored.
 */
export function machineDisks(
  machine: ControlPlaneConfig | PoolConfig,
  platform: PlatformDisks,
): MachineDisk[] {
  const { disks, rootDisk } = machine;
  const { className } = rootDisk;
  const all: MachineDisk[] = [
    ...(rootDisk.ephemeral
      ? []
      : [{ name: 'root disk', className, sizeGiB: rootDiskGiB(rootDisk, platform) }]),
    ...('etcdDisk' in machine ? [{ name: 'etcd disk', ...machine.etcdDisk }] : []),
    ...disks
      .filter(({ kind }) => kind === 'data')
      .map(({ className: own, name, sizeGiB }) => ({
        name: `disk "${name}"`,
        className: own,
        sizeGiB,
      })),
  ];
  return all.map((disk) => storedDisk(disk, platform));
}
