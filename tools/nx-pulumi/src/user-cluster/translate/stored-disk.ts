// SPDX-License-Identifier: Apache-2.0
import { wholeGiB } from './sizes.ts';

/** How a disk is stored, as another product says it. */
export interface StoredDisk {
  readonly size: string | undefined;
  readonly className: string | undefined;
  readonly accessModes: readonly string[];
  readonly volumeMode?: string | undefined;
}

/** Returns the keys of a disk that is stored. */
export function storedKeys(said: StoredDisk): Readonly<Record<string, unknown>> {
  const { accessModes, className, size, volumeMode } = said;
  const sizeGiB = wholeGiB(size);
  return {
    ...(sizeGiB !== undefined && { sizeGiB }),
    ...(className !== undefined && { className }),
    ...(accessModes.length > 0 && { accessModes }),
    ...(volumeMode !== undefined && { volumeMode }),
  };
}
