// SPDX-License-Identifier: Apache-2.0
import { diskStorage, type Problem } from '@strata/contracts';
import type { ClusterFacts, ImageImport } from '../cluster/cluster-facts.ts';
import type { ImageConfig } from '../config/index.ts';
import { imageNamespace } from './render-image.ts';
import type { DiskDefaults } from './render-image.ts';

type Imports = Pick<ClusterFacts, 'imageImports'>;

/** Returns how an image is imported now; undefined for files, and for images that are new. */
function importOf({ name, registry }: ImageConfig, cluster: Imports): ImageImport | undefined {
  return registry === undefined
    ? undefined
    : cluster.imageImports.find((imported) => imported.name === name);
}

/**
 * Refuses a smaller size for a container disk that is imported. CDI names an imported volume by the
 * image and its digest, and imports nothing while a volume has that name. So the volume keeps its
 * size, and CDI refuses disks that are smaller than the volume they are copied from: every machine
 * whose root disk has the size of the image would be replaced by one that never starts.
 *
 * @see https://github.com/kubevirt/containerized-data-importer/blob/v1.65.0/pkg/controller/dataimportcron-controller.go (createImportDataVolume)
 */
export function shrunkImages(images: readonly ImageConfig[], cluster: Imports): Problem[] {
  return images.flatMap((image, index) => {
    const imported = importOf(image, cluster);
    if (imported === undefined || image.sizeGiB >= imported.sizeGiB) return [];
    return [
      {
        path: ['images', index, 'sizeGiB'],
        message:
          `volumes of "${image.name}" were imported with ${imported.sizeGiB} GiB, and CDI makes no ` +
          `smaller copies of them; leave the size as it is, and add an image with another name for ${image.sizeGiB}`,
      },
    ];
  });
}

/**
 * Returns a warning for each container disk that the update moves to another StorageClass or volume
 * mode: CDI keeps the volume that it has imported, as it does for another size.
 */
export function movedImageNotes(
  { images, storage }: { readonly images: readonly ImageConfig[]; readonly storage: DiskDefaults },
  cluster: Imports,
): string[] {
  return images.flatMap((image) => {
    const imported = importOf(image, cluster);
    if (imported === undefined) return [];
    const { className, volumeMode = imported.volumeMode } = diskStorage(image.storage ?? {}, {
      storage,
    });
    if (className === imported.className && volumeMode === imported.volumeMode) return [];
    return [
      `images: "${image.name}" stays on StorageClass "${imported.className}" ` +
        `(${imported.volumeMode}) until its registry has a newer image, and hosts may have to copy it ` +
        `to disks on "${className}" (${volumeMode}). To import it again at once, run after the update: ` +
        `kubectl delete datavolume,pvc,volumesnapshot -n ${imageNamespace} ` +
        `-l cdi.kubevirt.io/dataImportCron=${image.name}`,
    ];
  });
}
