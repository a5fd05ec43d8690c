// SPDX-License-Identifier: Apache-2.0
import { createHash } from 'node:crypto';
import type {
  V1beta1DataImportCronSpec,
  V1beta1DataVolumeSpec,
} from '@kubevirt-ui-ext/kubevirt-api/containerized-data-importer';
import { diskStorage, labelKeys } from '@strata/contracts';
import type { ImageConfig, KubevirtStackConfig } from '../config/index.ts';
import { weeklySchedule } from './image-schedule.ts';

/** The namespace of all images, with nothing else in it. User clusters copy from here. */
export const imageNamespace = 'golden-images';

/** Storage of VM disks that do not configure their own. */
export type DiskDefaults = KubevirtStackConfig['storage'];

/** Returns the name of an image in the data centre's mirror of registries. */
export type Mirror = (image: string) => string;

const scheme = 'docker://';

/**
 * Labels that CDI copies from an image to the disks made of it; VMs choose their defaults by them.
 */
const defaultLabels = {
  instancetype: 'instancetype.kubevirt.io/default-instancetype',
  preference: 'instancetype.kubevirt.io/default-preference',
} as const;

/** Returns the labels of an image and of everything that is made from it. */
export function imageLabels({ os, version, instancetype, preference }: ImageConfig) {
  return {
    [labelKeys.os]: os,
    [labelKeys.osVersion]: version,
    ...(instancetype !== undefined && { [defaultLabels.instancetype]: instancetype }),
    ...(preference !== undefined && { [defaultLabels.preference]: preference }),
  };
}

function renderStorage(
  image: ImageConfig,
  defaults: DiskDefaults,
): NonNullable<V1beta1DataVolumeSpec['storage']> {
  const { className, ...modes } = diskStorage(image.storage ?? {}, { storage: defaults });
  return {
    storageClassName: className,
    ...modes,
    resources: { requests: { storage: `${image.sizeGiB}Gi` } },
  } as unknown as NonNullable<V1beta1DataVolumeSpec['storage']>;
}

const access = ({ secretRef, certConfigMap }: ImageConfig) => ({
  ...(secretRef !== undefined && { secretRef }),
  ...(certConfigMap !== undefined && { certConfigMap }),
});

/**
 * Renders a DataImportCron that fetches a container disk now and whenever its tag has a new one.
 *
 * CDI refuses every change of a DataImportCron, so a change replaces it. The fetched volumes stay
 * (`All`): the new DataImportCron takes them over, and disks that are being copied keep their
 * source.
 *
 * @see
 * https://github.com/kubevirt/containerized-data-importer/blob/v1.65.0/doc/os-image-poll-and-update.md
 */
export function renderImportCron(
  image: ImageConfig & { readonly registry: string },
  defaults: DiskDefaults,
  mirror: Mirror = (name) => name,
): V1beta1DataImportCronSpec {
  const { name, registry, schedule, importsToKeep = 3, pullMethod } = image;
  return {
    managedDataSource: name,
    schedule: schedule ?? weeklySchedule(name),
    garbageCollect: 'Outdated',
    importsToKeep,
    retentionPolicy: 'All',
    template: {
      spec: {
        source: {
          registry: {
            url: `${scheme}${mirror(registry.slice(scheme.length))}`,
            ...(pullMethod !== undefined && { pullMethod }),
            ...access(image),
          },
        },
        storage: renderStorage(image, defaults),
      },
    },
  };
}

/**
 * Renders the volume of a file that is fetched once; CDI discards the file if its checksum differs.
 */
export function renderImportedFile(
  image: ImageConfig & { readonly http: NonNullable<ImageConfig['http']> },
  defaults: DiskDefaults,
): V1beta1DataVolumeSpec {
  const { url, checksum } = image.http;
  // CDI 1.65 has the field `checksum`; the generated types are older.
  const http = { url, checksum, ...access(image) };
  return { source: { http }, storage: renderStorage(image, defaults) };
}

/**
 * Returns the name of a file's volume. CDI refuses every change of a volume's spec, so the name
 * contains a hash of it.
 */
export function fileVolumeName({ name }: ImageConfig, spec: V1beta1DataVolumeSpec): string {
  const digest = createHash('sha256').update(JSON.stringify(spec)).digest('hex');
  return `${name}-${digest.slice(0, 8)}`;
}

/** Minutes for which an update waits for an image that has no `waitMinutes`. */
const waitDefaults = { registry: 0, http: 30 } as const;

/** Returns how long an update waits for an image, in minutes. */
export function waitMinutes(image: ImageConfig): number {
  return image.waitMinutes ?? waitDefaults[image.registry === undefined ? 'http' : 'registry'];
}
