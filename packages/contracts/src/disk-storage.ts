// SPDX-License-Identifier: Apache-2.0
import type { Storage } from './config/index.ts';

/** Storage of a disk as CDI is told; CDI looks up what is left out. */
export interface DiskStorage {
  readonly className: string;
  readonly accessModes?: Storage['accessModes'];
  readonly volumeMode?: Storage['volumeMode'];
}

interface Stored {
  readonly className?: string | undefined;
  readonly accessModes?: Storage['accessModes'] | undefined;
  readonly volumeMode?: Storage['volumeMode'] | undefined;
}

/**
 * Returns where a disk is stored. The platform's access modes and volume mode are for the platform's own
 * StorageClass; another class may not support them, so CDI takes those of its StorageProfile.
 */
export function diskStorage(disk: Stored, { storage }: { readonly storage: Storage }): DiskStorage {
  const className = disk.className ?? storage.className;
  const defaults = className === storage.className ? storage : undefined;
  const accessModes = disk.accessModes ?? defaults?.accessModes;
  const volumeMode = disk.volumeMode ?? defaults?.volumeMode;
  return {
    className,
    ...(accessModes && { accessModes }),
    ...(volumeMode && { volumeMode }),
  };
}
