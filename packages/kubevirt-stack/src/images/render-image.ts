// SPDX-License-Identifier: Apache-2.0
import { createHash } from 'node:crypto';
import type {
  V1beta1DataImportCronSpec,
  V1beta1DataVolumeSpec,
} from '@kubevirt-ui-ext/kubevirt-api/containerized-data-importer';
import { labelKeys } from '@strata/contracts';
import type { ImageConfig, KubevirtStackConfig } from '@strata/contracts';
import { weeklySchedule } from './image-schedule.ts';

/** Where images are, and nothing else. User clusters copy from here. */
export const imageNamespace = 'golden-images';

/** The disks that machines get unless anything else is said. */
export type DiskDefaults = KubevirtStackConfig['storage'];

/** Where an image comes from when the data centre has a mirror of registries. */
export type Mirror = (image: string) => string;

const scheme = 'docker://';

/** What CDI copies from images to the disks made of them, so that machines can choose by it. */
const defaultLabels = {
  instancetype: 'instancetype.kubevirt.io/default-instancetype',
  preference: 'instancetype.kubevirt.io/default-preference',
} as const;

/** Labels of an image and all that comes from it. */
export function imageLabels({ os, version, instancetype, preference }: ImageConfig) {
  return {
    [labelKeys.os]: os,
    [labelKeys.osVersion]: version,
    ...(instancetype !== undefined && { [defaultLabels.instancetype]: instancetype }),
    ...(preference !== undefined && { [defaultLabels.preference]: preference }),
  };
}

/** The storage of an image: the platform's, but for what the image itself says. */
export function imageStorage({ storage }: ImageConfig, defaults: DiskDefaults): DiskDefaults {
  return {
    className: storage?.className ?? defaults.className,
    accessModes: storage?.accessModes ?? defaults.accessModes,
    volumeMode: storage?.volumeMode ?? defaults.volumeMode,
  };
}

function renderStorage(
  image: ImageConfig,
  defaults: DiskDefaults,
): NonNullable<V1beta1DataVolumeSpec['storage']> {
  const { className, accessModes, volumeMode } = imageStorage(image, defaults);
  return {
    storageClassName: className,
    accessModes,
    volumeMode,
    resources: { requests: { storage: `${image.sizeGiB}Gi` } },
  } as unknown as NonNullable<V1beta1DataVolumeSpec['storage']>;
}

const access = ({ secretRef, certConfigMap }: ImageConfig) => ({
  ...(secretRef !== undefined && { secretRef }),
  ...(certConfigMap !== undefined && { certConfigMap }),
});

/**
 * Fetches a container disk now and whenever there is a new one under its tag.
 *
 * CDI refuses every change of it, so a change is a new one. What it fetched stays (`All`): the new
 * one takes it on, and machines that are being made do not lose their source.
 *
 * @see https://github.com/kubevirt/containerized-data-importer/blob/v1.65.0/doc/os-image-poll-and-update.md
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

/** A file, fetched once; CDI throws it away when its checksum is another. */
export function renderImportedFile(
  image: ImageConfig & { readonly http: NonNullable<ImageConfig['http']> },
  defaults: DiskDefaults,
): V1beta1DataVolumeSpec {
  const { url, checksum } = image.http;
  // CDI 1.65 knows the checksum; the generated types are those of an earlier one.
  const http = { url, checksum, ...access(image) };
  return { source: { http }, storage: renderStorage(image, defaults) };
}

/**
 * The name of a file's volume. CDI refuses every change of one, so whatever changes is another
 * volume.
 */
export function fileVolumeName({ name }: ImageConfig, spec: V1beta1DataVolumeSpec): string {
  const digest = createHash('sha256').update(JSON.stringify(spec)).digest('hex');
  return `${name}-${digest.slice(0, 8)}`;
}

/** How long an update waits for an image that says nothing about it, in minutes. */
const waitDefaults = { registry: 0, http: 30 } as const;

/** How long an update waits for an image, in minutes. */
export function waitMinutes(image: ImageConfig): number {
  return image.waitMinutes ?? waitDefaults[image.registry === undefined ? 'http' : 'registry'];
}
