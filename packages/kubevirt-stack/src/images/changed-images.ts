// SPDX-License-Identifier: Apache-2.0
import { diskStorage, type Problem } from '@strata/contracts';
import type { ClusterFacts, ImageImport } from '../cluster/cluster-facts.ts';
import type { ImageConfig } from '../config/index.ts';
import { imageNamespace } from './render-image.ts';
import type { DiskDefaults } from './render-image.ts';
import { sourceFormat } from './source-format.ts';

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
 * Refuses a file in place of a container disk of the same name, and the other way round. CDI writes no
 * DataSource that it has not made for the DataImportCron, and none that it has made is deleted with it.
 *
 * @see https://github.com/kubevirt/containerized-data-importer/blob/v1.65.0/pkg/controller/dataimportcron-controller.go (getDataSource)
 */
export function changedSources(
  images: readonly ImageConfig[],
  { imageImports, fileImages }: Pick<ClusterFacts, 'imageImports' | 'fileImages'>,
): Problem[] {
  return images.flatMap(({ name, registry, http }, index): Problem[] => {
    if (registry !== undefined && fileImages.includes(name)) {
      const message =
        `"${name}" is a file from a web server now, and CDI does not take over its DataSource: machines ` +
        'would find no image; add an image with another name';
      return [{ path: ['images', index, 'registry'], message }];
    }
    if (http !== undefined && imageImports.some((imported) => imported.name === name)) {
      const message = `"${name}" comes from a registry now, and its DataSource stays; add an image with another name`;
      return [{ path: ['images', index, 'http'], message }];
    }
    return [];
  });
}

interface Moving {
  readonly images: readonly ImageConfig[];
  readonly storage: DiskDefaults;
  readonly storageProfiles: Parameters<typeof sourceFormat>[2];
}

/**
 * Returns a warning for each container disk that the update moves to another StorageClass or volume
 * mode: CDI keeps the volume that it has imported, as it does for another size. Where CDI keeps images as
 * snapshots, it names a snapshot as the source of disks that it never makes of a volume in another class.
 *
 * @see https://github.com/kubevirt/containerized-data-importer/blob/v1.65.0/pkg/controller/dataimportcron-controller.go (handleSnapshot, populateDataSource)
 */
export function movedImageNotes(
  { images, storage, storageProfiles }: Moving,
  cluster: Pick<ClusterFacts, 'imageImports' | 'storageClasses' | 'snapshotClasses'>,
): string[] {
  const formatOf = (name?: string) => sourceFormat(name, cluster, storageProfiles);
  const driverOf = (name?: string) =>
    cluster.storageClasses.find((one) => one.name === name)?.provisioner;
  return images.flatMap((image) => {
    const imported = importOf(image, cluster);
    if (imported === undefined) return [];
    const { className, volumeMode = imported.volumeMode } = diskStorage(image.storage ?? {}, {
      storage,
    });
    if (className === imported.className && volumeMode === imported.volumeMode) return [];
    const [from, to] = [formatOf(imported.className), formatOf(className)];
    const keepsSnapshot = to === 'snapshot' && driverOf(imported.className) === driverOf(className);
    const places = [
      `"${imported.className}" (${imported.volumeMode})`,
      `"${className}" (${volumeMode})`,
    ] as const;
    const again =
      `kubectl delete datavolume,pvc,volumesnapshot -n ${imageNamespace} ` +
      `-l cdi.kubevirt.io/dataImportCron=${image.name}`;
    const moves = `images: "${image.name}" moves from StorageClass ${places[0]} to ${places[1]}`;
    if (from === 'pvc' && to === 'snapshot') {
      return [
        `${moves}, where CDI keeps images as snapshots, and it makes none of what it has imported: ` +
          'after the update no machine gets a new disk from this image. Run right after the update, so ' +
          `that disks wait only until it is imported again: ${again}`,
      ];
    }
    if (from === 'snapshot' && !keepsSnapshot) {
      return [
        `${moves}: CDI deletes its snapshot and imports the image again, and new disks wait until that ` +
          `is done. If the snapshot is still there after the update, run: ${again}`,
      ];
    }
    return [
      `images: "${image.name}" stays on StorageClass ${places[0]} until its registry has a newer ` +
        `image, and hosts may have to copy it to disks on ${places[1]}. To import it again at once, ` +
        `run after the update: ${again}`,
    ];
  });
}
